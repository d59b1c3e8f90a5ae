import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOpenOn } from '#web/lib/open-request.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { CommandPaletteProps } from './command-palette.tsx'
import { hasSingleKeys, isTaken, shortcutOf } from './shortcuts.ts'
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx'

const CommandPalette = lazyComponent<CommandPaletteProps>(
  async () => (await import('./command-palette.tsx')).CommandPalette,
)
const ShortcutsDialog = lazyComponent<ShortcutsDialogProps>(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

type Shown = 'nothing' | 'palette' | 'help'

type Shortcuts = { openPalette: (opener?: Element | null) => void; dialogs: ReactNode }

export function useShortcuts(onSignOut: () => void): Shortcuts {
  const openOn = useOpenOn()
  const [shown, setShown] = useState<Shown>('nothing')
  const focus = useFocusReturn()

  const show = async (next: 'palette' | 'help', opener?: Element | null) => {
    focus.capture(opener)
    try {
      await (next === 'palette' ? CommandPalette : ShortcutsDialog).load()
      setShown(next)
    } catch {
      toast.error("Search didn't open", { description: 'Check your connection and try again.' })
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const press = { key, ctrlKey, metaKey, altKey, defaultPrevented, isTaken: isTaken(event.target) }
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

  const close = (keepsFocus = false) => {
    setShown('nothing')
    if (!keepsFocus) focus.restore()
  }
  return {
    openPalette: (opener) => void show('palette', opener),
    dialogs: (
      <Suspense>
        {shown === 'palette' ? (
          <CommandPalette
            onClose={close}
            onShortcuts={() => void ShortcutsDialog.load().then(() => setShown('help'))}
            onSignOut={onSignOut}
          />
        ) : null}
        {shown === 'help' ? <ShortcutsDialog onClose={close} /> : null}
      </Suspense>
    ),
  }
}
