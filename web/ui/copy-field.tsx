import { useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

/** For a secret. If the browser doesn't let us copy it, it is selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Field label={label}>
      <div className="flex flex-col gap-2">
        <Input
          ref={field}
          mono
          readOnly
          value={value}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton
          text={value}
          label="Copy"
          copiedLabel="Copied to clipboard"
          variant="secondary"
          size="md"
          timeout={3000}
          onFailed={() => field.current?.select()}
        />
      </div>
    </Field>
  )
}
