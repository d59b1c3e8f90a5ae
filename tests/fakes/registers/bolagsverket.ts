import { bearer, json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import { type FakeRegister, html, tokenEndpoint } from './register.ts'

const { tokens, answer: answerToken } = tokenEndpoint({
  id: REGISTER_KEYS.BOLAGSVERKET_CLIENT_ID,
  secret: REGISTER_KEYS.BOLAGSVERKET_CLIENT_SECRET,
  scope: 'vardefulla-datamangder:read',
  seconds: 3_600,
})
const problem = (status: number, title: string) =>
  json(status, { type: 'about:blank', instance: crypto.randomUUID(), status, title, detail: title })

/**
 * POST /oauth2/token and /organisationer. The last digit decides: 1 deregistered, 2 a deregistered and an active business,
 * 3 a source behind it failed, 4 an empty list.
 */
export const bolagsverket: FakeRegister = {
  id: 'bolagsverket',
  throttled: () => problem(429, 'Too Many Requests'),
  unavailable: () => problem(500, 'Internal Server Error'),
  answer: (call, { swapped }) => {
    if (call.path === '/oauth2/token') return answerToken(call)
    if (call.method !== 'POST' || call.path !== '/organisationer') return html(404, 'Not Found')
    if (!tokens.has(bearer(call))) return problem(401, 'Unauthorized')
    const { identitetsbeteckning: number = '' }: { identitetsbeteckning?: string } = JSON.parse(call.body)
    if (!/^\d{10}(\d\d)?$/.test(number)) return problem(400, 'Bad Request')
    const company = companyOf(number, 'AB')
    if (!company) return problem(404, 'Organisationen finns inte')
    const organization = (ended: boolean) => ({
      organisationsidentitet: { identitetsbeteckning: swapped ? '5560125790' : number },
      organisationsnamn: {
        fel: null,
        organisationsnamnLista: [
          {
            namn: 'Annat namn',
            organisationsnamntyp: { kod: 'SARSKILT', klartext: 'Särskilt företagsnamn' },
          },
          { namn: company.name, organisationsnamntyp: { kod: 'FORETAGSNAMN', klartext: 'Företagsnamn' } },
        ],
      },
      organisationsform: { kod: 'AB', klartext: 'Aktiebolag', dataproducent: 'Bolagsverket', fel: null },
      organisationsdatum: { registreringsdatum: '2000-01-23', dataproducent: 'Bolagsverket', fel: null },
      avregistreradOrganisation: number.endsWith('3')
        ? { fel: { typ: 'OTILLGANGLIG_UPPGIFTSKALLA' }, dataproducent: 'Bolagsverket' }
        : ended
          ? { avregistreringsdatum: '2023-05-05T00:00:00.000+00:00', fel: null }
          : null,
      postadressOrganisation: {
        postadress: {
          coAdress: null,
          utdelningsadress: company.street,
          postnummer: company.postcode,
          postort: company.city.toUpperCase(),
          land: null,
        },
        fel: null,
      },
      verksamOrganisation: { kod: ended ? 'NEJ' : 'JA', fel: null, dataproducent: 'SCB' },
    })
    const states: Readonly<Record<string, readonly boolean[]>> = { '1': [true], '2': [true, false], '4': [] }
    return json(200, { organisationer: (states[number.slice(-1)] ?? [false]).map(organization) })
  },
}
