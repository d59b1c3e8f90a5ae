import * as z from 'zod/mini'
import { found, noAnswer, toFailure, unknownStatus } from './answers.ts'
import { acceptJson, optionalText, parseJson, textOrNumber } from './json.ts'
import type { Register } from './register.ts'

/** https://grp.nalog.gov.by/grp/rest-api. */
const answerSchema = z.object({
  row: z.object({
    vunp: textOrNumber,
    vnaimp: optionalText,
    vnaimk: optionalText,
    vpadres: optionalText,
    dreg: optionalText,
    ckodsost: optionalText,
    vkods: optionalText,
    dlikv: optionalText,
  }),
})

const ACTIVE = '1'
const LIQUIDATED = 'L'

/** The taxpayers of Belarus. The register doesn't say that a number it doesn't list was never issued. */
export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const response = await http.request(`/data?unp=${compact}&charset=UTF-8&type=json`, acceptJson)
  const isListed = response.status === 200
  if (!isListed && [400, 404].includes(response.status) && response.type === 'application/json')
    return noAnswer('NOT_COVERED')
  const row = isListed ? parseJson(answerSchema, response)?.row : undefined
  if (!row) return toFailure(response)
  if (row.vunp !== compact) return noAnswer('WRONG_NUMBER')
  // A taxpayer in liquidation is registered until its end.
  const isRegistered = row.ckodsost === ACTIVE || /^в (?:стадии|процессе) ликвидации/i.test(row.vkods ?? '')
  // The date is of any change of state, such as the beginning of a liquidation.
  const hasEnded = row.ckodsost === LIQUIDATED || /^ликвидирован/i.test(row.vkods ?? '')
  if (!isRegistered && !hasEnded) return unknownStatus('grp', row.vkods ?? row.ckodsost)
  return found({
    registered: isRegistered,
    name: row.vnaimp ?? row.vnaimk,
    address: row.vpadres,
    status: row.vkods,
    facts: { registeredOn: row.dreg, endedOn: hasEnded ? row.dlikv : null },
  })
}
