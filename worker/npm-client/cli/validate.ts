import type { Validation } from '../types.ts'
import { exitCodes, UsageError, type Values } from './arguments.ts'
import { note, print } from './io.ts'
import { clientOf } from './token.ts'

export async function validate(
  values: Values<'validate'>,
  [countryCode, ...parts]: readonly string[],
): Promise<number> {
  const tin = parts.join(' ')
  if (!countryCode || !tin)
    throw new UsageError('Pass a country and a number: tinproof validate DE 136695976')
  const client = await clientOf(values)
  const answered = await client.validate({
    countryCode,
    tin,
    type: values.type,
    name: values.name,
    address: values.address,
    ...(values['no-source'] && { source: false }),
    ...(values.fresh && { fresh: true }),
    ...(values.crs && { purpose: 'crs', holder: holderOf(values.crs) }),
    ...(values.wait && { async: 'until_confirmed' }),
    ...(values.record && { record: true }),
  })
  const { pending, validationId } = answered
  if (!pending || !validationId) return show(answered, values)
  note(
    `${answered.reason} Waiting. If you stop this command, get the result later with: tinproof result ${validationId}`,
  )
  return show(await client.validations.wait(validationId), values)
}

export async function result(values: Values<'result'>, [id, another]: readonly string[]): Promise<number> {
  if (!id || another) throw new UsageError('Pass one validation: tinproof result validation_…')
  const { validations } = await clientOf(values)
  const validation = await (values.wait ? validations.wait(id) : validations.get(id))
  if (validation.pending) note("The register hasn't responded yet. To wait for it, add --wait.")
  return show(validation, values)
}

function show(validation: Validation, { json }: { readonly json?: boolean }): number {
  print(json ? JSON.stringify(validation, null, 2) : describe(validation))
  return exitCodes[validation.result]
}

function holderOf(text: string): 'person' | 'entity' {
  if (text === 'person' || text === 'entity') return text
  throw new UsageError('--crs must be person or entity.')
}

function describe(validation: Validation): string {
  const { result, reason, tinInfo, entity, errors, warnings, reporting, recordId } = validation
  return [
    `${numberOf(validation)}: ${result}${tinInfo.name ? ` (${tinInfo.name})` : ''}`,
    reason,
    ...(reporting ? [reporting.message] : []),
    ...(entity.name ? [[entity.name, entity.address].filter(Boolean).join(', ')] : []),
    ...[...errors, ...warnings]
      .filter(({ message }) => !reason.includes(message))
      .map(({ code, message }) => `${message} (${code})`),
    ...(recordId ? [`Record ${recordId}`] : []),
  ].join('\n')
}

/** A VAT number has its country already: EL for Greece. */
function numberOf({ countryCode, tin, tinInfo }: Validation): string {
  const number = tinInfo.formattedTin ?? tin
  return number.startsWith(countryCode) || number.startsWith('EL') ? number : `${countryCode} ${number}`
}
