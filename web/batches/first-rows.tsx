import { Fragment } from 'react'
import { type Head, Table, TableCell } from '#web/ui/table.tsx'
import type { Field } from '#worker/batches/upload-contract/columns.ts'
import { fieldLabels } from './columns-part.tsx'
import type { Mapping, Preview } from './preview.ts'

type Column = { place: number; name: string; field: Field | undefined }

const headOf = ({ place, name, field }: Column): Head => [
  <Fragment key={place}>
    <span dir="auto" className="block truncate text-left">
      {name}
    </span>
    {field ? <span className="block font-normal text-accent-text">{fieldLabels[field]}</span> : null}
  </Fragment>,
  'max-w-60 align-top',
]

export function FirstRows({ preview: { shown, rows }, mapping }: { preview: Preview; mapping: Mapping }) {
  if (shown.length === 0) return null
  const { header, places } = mapping
  const fieldAt = new Map(Object.entries(places).map(([field, place]) => [place, field as Field]))
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
        caption={rows > shown.length ? `First ${shown.length} rows` : 'Rows'}
        heads={['Line', ...(hasTin ? ['Read as'] : []), ...columns.map(headOf)]}
        takesFocus
      >
        {shown.map(({ line, cells, countryCode, tin }) => (
          <tr key={line}>
            <TableCell className="tabular text-muted">{line}</TableCell>
            {hasTin ? (
              <TableCell className="whitespace-nowrap font-mono text-sm">
                {countryCode === '' ? (
                  <span className="font-sans text-unsure">No country</span>
                ) : tin.toUpperCase().startsWith(countryCode) ? null : (
                  countryCode
                )}{' '}
                {tin || '–'}
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
