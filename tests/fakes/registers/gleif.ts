import { json, type Reply } from '#tests/fakes/fake.ts'
import { type Company, companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

const masks: Readonly<Record<string, string>> = {
  AU: '## ### ### ###',
  BR: '##.###.###/####-##',
  CH: '###-###.###.###',
  FI: '#######-#',
  FR: '### ### ###',
  NO: '### ### ###',
}

/** As the record writes it: even numbers have separators. */
function writtenAs(number: string, country: string): string {
  const mask = masks[country]
  if (mask === undefined || !/[02468]$/.test(number)) return number
  let at = 0
  return mask.replace(/#/g, () => number.charAt(at++))
}

const refused = (status: number, title: string, headers?: Record<string, string>): Reply =>
  json(status, { errors: [{ status: String(status), title }] }, headers)

/**
 * GET /lei-records by number and country. The last two digits decide: 11 two entities, 22 a former entity, 33 a former
 * and a current one, 44 neither name nor address.
 */
export const gleif: FakeRegister = {
  id: 'gleif',
  throttled: () => refused(429, 'Too Many Requests', { 'retry-after': '60' }),
  answer: (call, { swapped }) => {
    if (call.method !== 'GET' || call.path !== '/lei-records') return refused(404, 'Not Found')
    const asked = call.query.get('filter[entity.registeredAs]') ?? ''
    const country = call.query.get('filter[entity.legalAddress.country]') ?? ''
    if (asked === '' || !/^[A-Z]{2}$/.test(country)) return refused(400, 'Bad Request')
    const number = asked.replace(/[^0-9A-Z]/g, '')
    const company = companyOf(number, 'Group')
    const isIt = company !== undefined && asked === writtenAs(number, country)
    const other = number.endsWith('0') ? `${number.slice(0, -1)}2` : `${number.slice(0, -1)}0`
    const record = recordWith(swapped ? writtenAs(other, country) : asked, country)
    return json(200, { data: isIt ? recordsOf(company, number.slice(-2), record) : [] })
  },
}

type Entity = { lei: string; company: Company | undefined; status: 'ACTIVE' | 'INACTIVE' }

function recordsOf(company: Company, ending: string, record: (entity: Entity) => unknown): unknown[] {
  const active = record({ lei: '5299000000000000TP01', company, status: 'ACTIVE' })
  const ended = record({ lei: '5299000000000000TP02', company, status: 'INACTIVE' })
  switch (ending) {
    case '11':
      return [active, record({ lei: '5299000000000000TP03', company, status: 'ACTIVE' })]
    case '22':
      return [ended]
    case '33':
      return [ended, active]
    case '44':
      return [record({ lei: '5299000000000000TP01', company: undefined, status: 'ACTIVE' })]
    default:
      return [active]
  }
}

const recordWith =
  (registeredAs: string, country: string) =>
  ({ lei, company, status }: Entity) => ({
    type: 'lei-records',
    id: lei,
    attributes: {
      lei,
      entity: {
        legalName: { name: company?.name ?? null, language: 'en' },
        legalAddress: company
          ? { addressLines: [company.street], city: company.city, country, postalCode: company.postcode }
          : null,
        registeredAt: { id: 'RA000001', other: null },
        registeredAs,
        status,
      },
      registration: { status: status === 'ACTIVE' ? 'ISSUED' : 'RETIRED' },
    },
  })
