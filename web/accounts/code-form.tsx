import { useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'

/** As typed, "123 456" is 7 characters. */
const MAX_TYPED = 7

/** For a link that was opened on another device. */
export function CodeForm({ email, onVerified }: { email: string; onVerified: () => Promise<void> }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  const { submit, isPending } = useSingleSubmit(async () => {
    try {
      await api.register['verify-code'].$post({ json: { email, code } })
      await onVerified()
    } catch (failure) {
      setError(errorText(failure, 'Verification check failed'))
    }
  })

  return (
    <form
      noValidate
      className="mt-5 border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label="Opened the link on another device? Enter the code it shows." error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              mono
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="123 456"
              maxLength={MAX_TYPED}
              onChange={(event) => {
                setCode(event.target.value)
                setError(undefined)
              }}
            />
            <Button
              type="submit"
              variant="secondary"
              className="pointer-coarse:h-11"
              pending={isPending}
              pendingLabel="Checking..."
            >
              Continue
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
