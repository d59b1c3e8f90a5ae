import { ChevronRight } from 'lucide-react'
import type { KeyboardEventHandler } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { RegisterUnavailable } from './register-availability.ts'

type MoreOptionsProps = {
  name: string
  onName: (name: string) => void
  asksRegister: boolean
  onAsksRegister: (asks: boolean) => void
  unavailable: RegisterUnavailable | undefined
  onKeyDown: KeyboardEventHandler
}

export function MoreOptions({
  name,
  onName,
  asksRegister,
  onAsksRegister,
  unavailable,
  onKeyDown,
}: MoreOptionsProps) {
  const isAsked = asksRegister && !unavailable
  const chosen = [
    ...(unavailable?.of === 'key' ? [unavailable.text] : asksRegister ? [] : ["Doesn't check the register."]),
    ...(name.trim() ? [`Compares the name "${name.trim()}".`] : []),
  ]
  return (
    <details className="group">
      <summary className="w-fit max-w-full list-none rounded-sm text-sm [&::-webkit-details-marker]:hidden">
        <span className="flex min-h-8 items-center gap-1.5 font-medium text-muted hover:text-ink pointer-coarse:min-h-11">
          <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
          More options
        </span>
        {chosen.map((text) => (
          <span key={text} className="block break-words pl-5.5 text-faint group-open:hidden">
            {text}
          </span>
        ))}
      </summary>
      <div className="mt-2 mb-5 grid gap-4 @lg:grid-cols-2 @4xl:grid-cols-1 @lg:gap-6 @4xl:gap-4">
        <TextField
          label="Company name"
          optional
          hint="We compare it with the name in the register."
          name="company"
          value={name}
          maxLength={200}
          onChange={(event) => onName(event.target.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          enterKeyHint="go"
          data-1p-ignore
        />
        <Checkbox
          className="@lg:pt-7 @4xl:pt-0"
          label="Check the register"
          hint={unavailable?.text ?? 'Shows whether the number is registered, and to whom.'}
          checked={isAsked}
          disabled={unavailable !== undefined}
          onCheckedChange={onAsksRegister}
        />
      </div>
    </details>
  )
}
