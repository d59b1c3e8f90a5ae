import { createHash } from 'node:crypto'
import { type Call, json, type Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const SCHEME = 'iso6523-actorid-upis'
/** Participants that are not in the directory, by the last two digits: named in the locator, and with another service. */
const HIDDEN = '0208:0403019291'
const OTHER_SERVICE = '0208:0403019292'
const UNNAMED = '93'

/** Computed from the number that the hash is, unlike in the product. */
function nameOf(participant: string): string {
  const digest = createHash('sha256').update(participant).digest()
  let value = 0n
  for (const byte of digest) value = (value << 8n) | BigInt(byte)
  value <<= 4n
  return Array.from({ length: 52 }, (_, at) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number((value >> BigInt(5 * (51 - at))) & 31n)),
  ).join('')
}
const services: ReadonlyMap<string, string> = new Map([
  [nameOf(HIDDEN), 'Meta:SMP'],
  [nameOf(OTHER_SERVICE), 'Meta:Other'],
])

/** GET /search/1.0/json?participant= of the directory, and NAPTR records at /dns-query. */
export const peppol: FakeRegister = {
  id: 'peppol',
  answer: (call, { swapped }) => {
    if (call.path === '/dns-query') return locate(call)
    const [, participant] = new RegExp(`^${SCHEME}::(.+)$`).exec(call.query.get('participant') ?? '') ?? []
    if (call.path !== '/search/1.0/json' || !participant) return html(400, 'Bad Request')
    const company = companyOf(participant, 'Ltd')
    const matches =
      company && participant !== HIDDEN && participant !== OTHER_SERVICE
        ? [
            {
              participantID: { scheme: SCHEME, value: swapped ? '0208:0000000000' : participant },
              entities: participant.endsWith(UNNAMED)
                ? []
                : [{ name: [{ name: company.name }], countryCode: 'BE', regDate: '2019-03-18' }],
            },
          ]
        : []
    return json(200, { version: '1.0', 'total-result-count': matches.length, matches })
  },
}

function locate({ query }: Call): Reply {
  const [, name = ''] =
    new RegExp(`^(\\w+)\\.${SCHEME}\\.participant\\.sml\\.prod\\.tech\\.peppol\\.org$`).exec(
      query.get('name') ?? '',
    ) ?? []
  const service = query.get('type') === 'NAPTR' ? services.get(name) : undefined
  return json(200, {
    Status: service ? 0 : 3,
    ...(service && {
      Answer: [{ type: 35, TTL: 60, data: `100 10 "U" "${service}" "!.*!https://smp.example/!" .` }],
    }),
  })
}
