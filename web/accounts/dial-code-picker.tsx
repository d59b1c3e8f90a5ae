import { useEffect, useEffectEvent, useRef } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { dialCodeOf, dialCodeOptions } from './dial-codes.ts'
import { guessCountry } from './guess-country.ts'
import type { Dial } from './sign-up-fields.ts'

export type DialCodePickerProps = { value: Dial; onChange: (dial: Dial) => void }

let guess: Promise<string | undefined> | undefined

export function DialCodePicker({ value, onChange }: DialCodePickerProps) {
  const isSettled = useRef(false)
  const change = useEffectEvent(onChange)

  useEffect(() => {
    let isGone = false
    guess ??= guessCountry()
    void guess.then((country) => {
      const found = country && !isGone && !isSettled.current ? dialCodeOf(country) : undefined
      if (found) change({ country: found.country, code: found.code })
    })
    return () => {
      isGone = true
    }
  }, [])

  const pick = (country: string) => {
    const found = dialCodeOf(country)
    if (!found) return
    isSettled.current = true
    onChange({ country, code: found.code })
  }
  const name = dialCodeOf(value.country)?.name ?? ''
  return (
    <Combobox
      aria-label={`Country code: ${name} ${value.code}`}
      options={dialCodeOptions}
      value={value.country}
      onValueChange={pick}
      placeholder="Country codes"
      searchPlaceholder="Search country or code..."
      emptyText="No country matches."
    />
  )
}
