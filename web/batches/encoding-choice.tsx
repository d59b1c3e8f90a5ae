import { useMemo } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { encodings } from './encodings.ts'
import type { Source } from './read-source.ts'

const SAMPLES = 3
const MAX_LENGTH = 40
const FOREIGN = /[^\0-\x7f]/

type EncodingChoiceProps = {
  source: Source
  onPick: (encoding: string) => void
}

/** Only for a file that isn't in Unicode, because nothing in it says what its bytes mean. */
export function EncodingChoice({ source: { rows, encoding }, onPick }: EncodingChoiceProps) {
  const samples = useMemo(() => {
    const cells = rows.flatMap((row) => row.cells.filter((cell) => FOREIGN.test(cell)))
    return [...new Set(cells)].slice(0, SAMPLES).map((cell) => cell.trim().slice(0, MAX_LENGTH))
  }, [rows])
  if (!encoding) return null
  return (
    <Field
      label="Encoding"
      className="lg:w-1/2"
      hint={
        <>
          Choose the one in which this looks right:{' '}
          <bdi className="wrap-anywhere text-ink">{samples.join(' · ')}</bdi>
        </>
      }
    >
      <Select options={encodings} value={encoding} onValueChange={onPick} />
    </Field>
  )
}
