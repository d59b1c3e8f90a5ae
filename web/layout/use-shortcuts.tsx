import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import { useOpenOn } from '#web/lib/open-request.ts'
import { paths } from '#web/paths.ts'
import { hasSingleKeys, isTaken, shortcutOf } from './shortcuts.ts'

const CommandPalette = lazyDialog(async () => (await import('./command-palette.tsx')).CommandPalette)
const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

type Shortcuts = { openPalette: () => void; dialog: ReactNode }

export function useShortcuts(onSignOut: () => void): Shortcuts {
  const openOn = useOpenOn()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const openHelp = () => setDialog(<ShortcutsDialog onClose={close} />)
  const openPalette = () =>
    setDialog(<CommandPalette onClose={close} onShortcuts={openHelp} onSignOut={onSignOut} />)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const press = { key, ctrlKey, metaKey, altKey, defaultPrevented, isTaken: isTaken(event) }
    const shortcut = shortcutOf(press, hasSingleKeys())
    if (!shortcut) return
    event.preventDefault()
    if (shortcut === 'validate') openOn(paths.dashboard, { open: 'validate' })
    else if (shortcut === 'help') openHelp()
    else openPalette()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  return { openPalette, dialog }
}
