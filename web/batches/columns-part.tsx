import { Fragment } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { TaxId } from '#web/lib/tax-id.tsx'
import { Field } from '#web/ui/field.tsx'
import { More } from '#web/ui/more.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Head, Table, TableCell } from '#web/ui/table.tsx'
import type { Field as ColumnField } from '#worker/batches/upload-contract/columns.ts'
import { toKey } from '#worker/batches/upload-contract/countries.ts'
import type { Mapping, Preview } from './preview.ts'

const fieldLabels = {
  tin: 'Tax ID',
  countryCode: 'Country',
  type: 'Type',
  kind: 'Kind',
  name: 'Company name',
  address: 'Address',
  purpose: 'Purpose',
  holder: 'Holder',
  customId: 'Your ID',
} as const satisfies Record<ColumnField, string>

const usualFields = ['tin', 'countryCode', 'name', 'customId'] as const
const rareFields = ['type', 'kind', 'address', 'purpose', 'holder'] as const

const NO_COLUMN = 'none'

type ColumnsPartProps = {
  mapping: Mapping
  onPick: (field: ColumnField, column: string) => void
}

export function ColumnsPart({ mapping: { columns, header, places }, onPick }: ColumnsPartProps) {
  if (columns.length === 0) return null
  const names = header?.cells.filter((cell) => toKey(cell) !== '') ?? []
  const choice = (field: ColumnField) => (
    <ColumnChoice
      key={field}
      field={field}
      columns={columns}
      header={header?.cells ?? []}
      place={places[field]}
      onPick={(column) => onPick(field, column)}
    />
  )
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Columns</legend>
      {names.length > columns.length ? (
        <p className="mb-2 text-muted text-sm">
          If columns have the same name, you can choose only the first. Rename the others in your file.
        </p>
      ) : null}
      <div className="mb-2 grid grid-cols-2 gap-3 lg:grid-cols-4">{usualFields.map(choice)}</div>
      <More label="More columns" open={rareFields.some((field) => places[field] !== undefined)}>
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">{rareFields.map(choice)}</div>
      </More>
    </fieldset>
  )
}

type ColumnChoiceProps = {
  field: ColumnField
  columns: readonly string[]
  header: readonly string[]
  place: number | undefined
  onPick: (column: string) => void
}

function ColumnChoice({ field, columns, header, place, onPick }: ColumnChoiceProps) {
  const column = place === undefined ? undefined : header[place]
  // A column's name can be any text, so its place is the value.
  const options = columns.map((name, index) => ({ value: String(index), label: name }))
  const value = column === undefined ? '' : String(columns.indexOf(column))
  return (
    <Field label={fieldLabels[field]}>
      <Select
        options={field === 'tin' ? options : [{ value: NO_COLUMN, label: 'None' }, ...options]}
        value={value === '' && field !== 'tin' ? NO_COLUMN : value}
        placeholder="Choose a column"
        onValueChange={(picked) => onPick(picked === NO_COLUMN ? '' : (columns[Number(picked)] ?? ''))}
      />
    </Field>
  )
}

type Column = { place: number; name: string; field: ColumnField | undefined }

const headOf = ({ place, name, field }: Column): Head => [
  <Fragment key={place}>
    <span dir="auto" className="block truncate text-left">
      {name}
    </span>
    {field ? <span className="block font-normal text-accent-text">{fieldLabels[field]}</span> : null}
  </Fragment>,
  'max-w-60 align-top',
]

/** "First 20 rows" or "First row". */
export const firstOf = (count: number, noun: string) =>
  `First ${count === 1 ? noun : formatCount(count, noun)}`

export function FirstRows({ preview: { shown, rows }, mapping }: { preview: Preview; mapping: Mapping }) {
  if (shown.length === 0) return null
  const { header, places } = mapping
  const fieldAt = new Map(Object.entries(places).map(([field, place]) => [place, field as ColumnField]))
  const width = Math.max(header?.cells.length ?? 0, ...shown.map(({ cells }) => cells.length))
  const columns: Column[] = Array.from({ length: width }, (_, place) => ({
    place,
    name: header?.cells[place] || `Column ${place + 1}`,
    field: fieldAt.get(place),
  }))
  const hasTin = places.tin !== undefined
  return (
    <div className="-mx-5 border-y">
      <Table
        caption={rows > shown.length ? firstOf(shown.length, 'row') : 'Rows'}
        heads={['Line', ...(hasTin ? ['Read as'] : []), ...columns.map(headOf)]}
        takesFocus
      >
        {shown.map(({ line, cells, countryCode, tin }) => (
          <tr key={line}>
            <TableCell className="tabular text-muted">{line}</TableCell>
            {hasTin ? (
              <TableCell className="whitespace-nowrap font-mono text-sm">
                {countryCode === '' ? <span className="font-sans text-unsure">No country </span> : null}
                <TaxId countryCode={countryCode} tin={tin} />
              </TableCell>
            ) : null}
            {columns.map(({ place }) => (
              <TableCell key={place} dir="auto" className="max-w-60 truncate text-left" title={cells[place]}>
                {cells[place]}
              </TableCell>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}
