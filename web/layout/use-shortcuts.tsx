import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useOpenOn } from '#web/lib/open-request.ts'
import { type ScreenChunk, screenChunk, useChunk } from '#web/lib/screen.tsx'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { CommandPaletteProps } from './command-palette.tsx'
import { hasSingleKeys, isTaken, shortcutOf } from './shortcuts.ts'
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx'

const palette = screenChunk<CommandPaletteProps>(
  async () => (await import('./command-palette.tsx')).CommandPalette,
)
const help = screenChunk<ShortcutsDialogProps>(
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
      await (next === 'palette' ? palette : help).start()
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
          <Chunk
            of={palette}
            props={{
              onClose: close,
              onShortcuts: () => void help.start().then(() => setShown('help')),
              onSignOut,
            }}
          />
        ) : null}
        {shown === 'help' ? <Chunk of={help} props={{ onClose: close }} /> : null}
      </Suspense>
    ),
  }
}

function Chunk<Props extends object>({ of, props }: { of: ScreenChunk<Props>; props: Props }) {
  const Component = useChunk(of)
  return <Component {...props} />
}
