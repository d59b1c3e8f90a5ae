import * as z from 'zod/mini'
import { sha256 } from '#worker/lib/digest.ts'
import { found, NoAnswerError, noAnswer } from './answers.ts'
import { DNS_OVER_HTTPS } from './constants.ts'
import { fetchJson, optional } from './json.ts'
import type { LookUpRequest, Register, RegisterAnswer, RegisterHttp } from './register.ts'
import { joinNames } from './texts.ts'

/** https://directory.peppol.eu/public/menuitem-docs-rest-api: 2 calls a second. */
const matchesSchema = z.object({
  matches: z.array(
    z.object({
      participantID: z.object({ scheme: z.string(), value: z.string() }),
      entities: optional(z.array(z.object({ name: optional(z.array(z.object({ name: z.string() }))) }))),
    }),
  ),
})
const dnsSchema = z.object({ Status: z.number(), Answer: optional(z.array(z.object({ data: z.string() }))) })

const FOUND = 0
const NO_SUCH_NAME = 3
const SCHEME = 'iso6523-actorid-upis'
const SML = 'participant.sml.prod.tech.peppol.org'

/** By type: the issuing agency's code in Peppol's list of participant identifier schemes, and the number in its notation. */
const schemes: Readonly<Record<string, (compact: string) => string>> = {
  'AT.UID': (compact) => `9914:at${compact}`,
  'BE.VAT': (compact) => `0208:${compact}`,
  'DE.VAT': (compact) => `9930:de${compact}`,
  'IT.IVA': (compact) => `0211:it${compact}`,
  'LU.TVA': (compact) => `9938:lu${compact}`,
  'NL.BTW': (compact) => `9944:nl${compact}`,
  'SE.VAT': (compact) => `0007:${compact.slice(0, 10)}`,
}

/** Who receives invoices through Peppol. Its service providers check numbers, but no authority confirms them. */
export const lookUp: Register['lookUp'] = async (http, request) => {
  const participant = participantOf(request)
  if (participant === undefined) return noAnswer('NOT_COVERED')
  const query = new URLSearchParams({ participant: `${SCHEME}::${participant}` })
  const { matches } = await fetchJson(http, matchesSchema, `/search/1.0/json?${query}`)
  const match = matches.find(({ participantID }) => participantID.value.toLowerCase() === participant)
  const names = match?.entities?.flatMap(({ name }) => name?.map((each) => each.name) ?? []) ?? []
  if (match) return toFound(participant, names)
  if (matches.length > 0) return noAnswer('WRONG_NUMBER')
  return (await isParticipant(http, participant)) ? toFound(participant) : noAnswer('NOT_COVERED')
}

const participantOf = ({ identifier, compact }: LookUpRequest) => schemes[identifier]?.(compact).toLowerCase()

const toFound = (participant: string, [name, ...others]: readonly string[] = []): RegisterAnswer =>
  found({
    registered: true,
    name,
    facts: { peppolId: participant, tradingNames: joinNames(...others) },
  })

/** Not every participant is in the directory. The Service Metadata Locator, specification 1.3.0, knows all of them. */
async function isParticipant(http: RegisterHttp, participant: string): Promise<boolean> {
  const name = `${await locatorLabel(participant)}.${SCHEME}.${SML}`
  const { Status: status, Answer: records } = await fetchJson(
    http,
    dnsSchema,
    `/dns-query?name=${name}&type=NAPTR`,
    { base: DNS_OVER_HTTPS, headers: { Accept: 'application/dns-json' } },
  )
  if (status !== FOUND && status !== NO_SUCH_NAME) throw new NoAnswerError(noAnswer('UNAVAILABLE'))
  return (records ?? []).some(({ data }) => /\bMeta:SMP\b/.test(data))
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648), without padding, of the ID's SHA-256. */
export async function locatorLabel(participant: string): Promise<string> {
  const hash = await sha256(participant)
  const bits = Array.from(hash, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}
