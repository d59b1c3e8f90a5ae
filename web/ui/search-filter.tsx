import { useState } from 'react'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'

type SearchFilterProps = {
  label: string
  value: string | undefined
  maxLength: number
  className?: string
  onSearch: (text: string | undefined) => void
}

/** Searches when the text is submitted or left. */
export function SearchFilter({ label, value, maxLength, className, onSearch }: SearchFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setTyped(value ?? '')
  }
  const search = () => onSearch(typed.trim() || undefined)
  return (
    <Form className={className} onSubmit={search}>
      <TextField
        label={label}
        type="search"
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={({ relatedTarget }) => {
          // A new list would take away the link before its click ends.
          const opensLink = relatedTarget instanceof HTMLAnchorElement
          if (!opensLink && typed.trim() !== (value ?? '')) search()
        }}
      />
    </Form>
  )
}
