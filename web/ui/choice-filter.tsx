import { Field } from './field.tsx'
import { Select } from './select.tsx'

const ALL = 'all'

export type Choice = { value: string; label: string }

type ChoiceFilterProps = {
  label: string
  choices: readonly Choice[]
  value: string | number | undefined
  onPick: (value: string | undefined) => void
}

export function ChoiceFilter({ label, choices, value, onPick }: ChoiceFilterProps) {
  return (
    <Field label={label} className="min-w-0">
      <Select
        options={[{ value: ALL, label: 'All' }, ...choices]}
        value={value === undefined ? ALL : String(value)}
        onValueChange={(picked) => onPick(picked === ALL ? undefined : picked)}
      />
    </Field>
  )
}
