import { requesterIdentifiers } from '#worker/registers/requester.ts'
import { validateTin } from '#worker/tin/index.ts'
import { normalize } from '#worker/tin/normalize.ts'

/** In compact form, `DE136695976`. Undefined if it is invalid or no register accepts requesters from its country. */
export function ownVatNumber(input: string): string | undefined {
  const { text } = normalize(input)
  const letters = text.startsWith('GR') ? 'EL' : text.slice(0, 2)
  const identifier = requesterIdentifiers.get(letters)
  if (!identifier) return undefined
  const verdict = validateTin(identifier.slice(0, 2), text, { type: identifier })
  const isOwn = verdict.valid && verdict.warnings.every(({ code }) => code !== 'GENERIC_NUMBER')
  return isOwn ? `${letters}${verdict.compact}` : undefined
}
