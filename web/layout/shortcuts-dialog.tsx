import { useState } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { hasSingleKeys, paletteKeys, setSingleKeys } from './shortcuts.ts'

const shortcuts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: paletteKeys(navigator.userAgent), does: 'Search screens, actions and countries' },
  { keys: ['/'], does: 'Enter a tax ID to validate' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
  { keys: ['Esc'], does: 'Close a dialog or menu' },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys)
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard Shortcuts"
      description="They work anywhere except in text fields and open dialogs."
    >
      <dl className="divide-y divide-line">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-6 min-w-6 place-items-center rounded-xs border bg-sunken px-1.5 font-sans text-muted text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-4"
        checked={isOn}
        onCheckedChange={(next) => {
          setOn(next)
          setSingleKeys(next)
        }}
        label="Use single-key shortcuts"
        hint="Turn them off if speech input triggers them."
      />
    </Dialog>
  )
}
