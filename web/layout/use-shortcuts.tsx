import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOpenOn } from '#web/lib/open-request.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { hasSingleKeys, isTaken, shortcutOf } from './shortcuts.ts'

const CommandPalette = lazyComponent(
  () => import('./command-palette.tsx').then((module) => module.CommandPalette),
  null,
)
const ShortcutsDialog = lazyComponent(
  () => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
  null,
)

type Shown = 'nothing' | 'palette' | 'help'

type Shortcuts = { openPalette: () => void; dialogs: ReactNode }

export function useShortcuts(onSignOut: () => void): Shortcuts {
  const openOn = useOpenOn()
  const [shown, setShown] = useState<Shown>('nothing')

  const show = async (next: 'palette' | 'help') => {
    try {
      await (next === 'palette' ? CommandPalette : ShortcutsDialog).load()
      setShown(next)
    } catch {
      toast.error("Search didn't open", { description: 'Check your connection and try again.' })
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const press = { key, ctrlKey, metaKey, altKey, defaultPrevented, isTaken: isTaken(event) }
    const shortcut = shortcutOf(press, hasSingleKeys())
    if (!shortcut) return
    event.preventDefault()
    if (shortcut === 'validate') openOn(paths.dashboard, { open: 'validate' })
    else void show(shortcut)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  const close = () => setShown('nothing')
  return {
    openPalette: () => void show('palette'),
    dialogs: (
      <>
        {shown === 'palette' ? (
          <CommandPalette
            onClose={close}
            onShortcuts={() => void ShortcutsDialog.load().then(() => setShown('help'))}
            onSignOut={onSignOut}
          />
        ) : null}
        {shown === 'help' ? <ShortcutsDialog onClose={close} /> : null}
      </>
    ),
  }
}
