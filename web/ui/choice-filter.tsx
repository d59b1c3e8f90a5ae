import { Field } from './field.tsx'
import { Select } from './select.tsx'

const ALL = 'all'

export type Choice = { value: string; label: string }

type ChoiceFilterProps = {
  label: string
  all?: string
  choices: readonly Choice[]
  value: string | undefined
  onPick: (value: string | undefined) => void
}

export function ChoiceFilter({ label, all = 'All', choices, value, onPick }: ChoiceFilterProps) {
  return (
    <Field label={label}>
      <Select
        options={[{ value: ALL, label: all }, ...choices]}
        value={value ?? ALL}
        onValueChange={(picked) => onPick(picked === ALL ? undefined : picked)}
      />
    </Field>
  )
}
