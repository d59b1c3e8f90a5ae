import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import { useOpenOn } from '#web/lib/open-request.ts'
import { paths } from '#web/paths.ts'
import { hasSingleKeys, isTaken, shortcutOf } from './shortcuts.ts'

const CommandPalette = lazyDialog(async () => (await import('./command-palette.tsx')).CommandPalette)
const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

type Shown = 'nothing' | 'palette' | 'help'

type Shortcuts = { openPalette: () => void; dialogs: ReactNode }

export function useShortcuts(onSignOut: () => void): Shortcuts {
  const openOn = useOpenOn()
  const [shown, setShown] = useState<Shown>('nothing')

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const press = { key, ctrlKey, metaKey, altKey, defaultPrevented, isTaken: isTaken(event) }
    const shortcut = shortcutOf(press, hasSingleKeys())
    if (!shortcut) return
    event.preventDefault()
    if (shortcut === 'validate') openOn(paths.dashboard, { open: 'validate' })
    else setShown(shortcut)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  const close = () => setShown('nothing')
  return {
    openPalette: () => setShown('palette'),
    dialogs: (
      <>
        {shown === 'palette' ? (
          <CommandPalette onClose={close} onShortcuts={() => setShown('help')} onSignOut={onSignOut} />
        ) : null}
        {shown === 'help' ? <ShortcutsDialog onClose={close} /> : null}
      </>
    ),
  }
}
