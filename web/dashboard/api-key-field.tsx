import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Token } from '#worker/tokens/contract.ts'

type ApiKeyFieldProps = {
  tokens: readonly Token[]
  picked: number | undefined
  /** Undefined selects the `default` token. */
  onPick: (tokenId: number | undefined) => void
}

const OWN = 'own'

export function ApiKeyField({ tokens, picked, onPick }: ApiKeyFieldProps) {
  if (tokens.length < 2) return null
  const options = [
    { value: OWN, label: 'Organization default' },
    ...tokens.map((token) => ({
      value: String(token.id),
      label: `${token.name} (${token.obfuscatedToken})`,
    })),
  ]
  return (
    <Field label="API key" optional>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={picked === undefined ? OWN : String(picked)}
          onValueChange={(value) => onPick(value === OWN ? undefined : Number(value))}
        />
      )}
    </Field>
  )
}

export function TokenPrompt({ onCreateToken }: { onCreateToken: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-dashed bg-sunken px-3.5 py-2.5">
      <p className="min-w-0 flex-1 basis-56 text-muted text-sm">
        To call the API from your own code, create an API token.
      </p>
      <Button variant="secondary" size="sm" onClick={onCreateToken}>
        Create API Token
      </Button>
    </div>
  )
}
