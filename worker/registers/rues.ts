import * as z from 'zod/mini'
import { found, noAnswer, unknownStatus } from './answers.ts'
import { fetchJson, optionalText } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'

/** https://www.datos.gov.co/d/c82u-588k, through Socrata's API. One row for each registration. */
const rowsSchema = z.array(
  z.object({
    nit: z.string(),
    razon_social: optionalText,
    estado_matricula: optionalText,
    organizacion_juridica: optionalText,
    camara_comercio: optionalText,
    ultimo_ano_renovado: optionalText,
  }),
)
const columns = 'nit,razon_social,estado_matricula,organizacion_juridica,camara_comercio,ultimo_ano_renovado'
type Row = z.infer<typeof rowsSchema>[number]

/** Companies have nine digits that begin with 8 or 9, people up to eight, or ten that begin with 1; then a check digit. */
const withoutCheckDigit = (compact: string) =>
  /^(?:[89]\d{8}|\d{7,8}|1\d{9})$/.test(compact) ? compact : compact.slice(0, -1).replace(/^0+/, '')

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const nit = withoutCheckDigit(compact)
  const query = new URLSearchParams({ nit, $select: columns, $limit: '50' })
  const rows = await fetchJson(http, rowsSchema, `/c82u-588k.json?${query}`)
  if (rows.length === 0) return noAnswer('NOT_COVERED')
  const own = rows.filter((row) => row.nit === nit)
  return own.length > 0 ? toAnswer(own, nit) : noAnswer('WRONG_NUMBER')
}

const stateOf = ({ estado_matricula: state }: Row) => state?.trim().toUpperCase()

function toAnswer(rows: readonly Row[], nit: string): RegisterAnswer {
  const active = rows.find((row) => stateOf(row) === 'ACTIVA')
  const unclear = rows.find((row) => stateOf(row) !== 'CANCELADA')
  if (!active && unclear) {
    const isKnown = ['NO ASIGNADO', 'NO MATRICULADO'].includes(stateOf(unclear) ?? '')
    return isKnown ? noAnswer('NOT_COVERED') : unknownStatus('rues', unclear.estado_matricula)
  }
  // A person who gives up a business keeps the number.
  const isCompany = /^[89]\d{8}$/.test(nit)
  const row = active ?? (isCompany ? rows[0] : undefined)
  if (!row) return noAnswer('NOT_COVERED')
  return found({
    registered: active !== undefined,
    name: row.razon_social,
    status: row.estado_matricula,
    facts: {
      legalForm: row.organizacion_juridica,
      registeredBy: row.camara_comercio,
      lastRenewedIn: row.ultimo_ano_renovado,
    },
  })
}
