import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const token = { body: { access_token: 'token', expires_in: 3_600 } }
const source = 'https://portal.api.bolagsverket.se/devportal'
const organization = (fields: object) => ({
  organisationer: [{ organisationsidentitet: { identitetsbeteckning: '5560000000' }, ...fields }],
})

export const cases: RegisterCases = {
  cases: {
    'SE.ORGNR': [
      answer('5560000000', 'a company', {
        status: 'registered',
        facts: { legalForm: 'Aktiebolag', registeredOn: '2000-01-23', inactive: 'false' },
      }),
      answer('5560000001', 'a deregistered company', {
        registered: false,
        status: 'deregistered',
        facts: { deletedOn: '2023-05-05', inactive: 'true' },
      }),
      answer('5560000012', 'a deregistered and an active business', {}),
      answer('5560000003', 'a failed source of the end', 'UNAVAILABLE'),
      answer('5560000004', 'an empty list', 'NOT_COVERED'),
      answer('5560000018', '404 problem', 'NOT_COVERED'),
      answer('55', '400 problem', 'UNREADABLE'),
      answer(
        '5560000000',
        'a company, with the token of all isolates',
        {},
        { settings: { BOLAGSVERKET_CLIENT_SECRET: 'another' } },
      ),
    ],
  },
  recordings: {
    [source]: [
      publishedInTurn(
        'an end date in milliseconds',
        { registered: false, facts: { deletedOn: '2001-03-15' } },
        [
          token,
          { body: organization({ avregistreradOrganisation: { avregistreringsdatum: 984_614_400_000 } }) },
        ],
      ),
      publishedInTurn('an empty end date', {}, [
        token,
        { body: organization({ avregistreradOrganisation: { avregistreringsdatum: '0000-00-00' } }) },
      ]),
      publishedInTurn('an end date that is no date', 'UNREADABLE', [
        token,
        { body: organization({ avregistreradOrganisation: { avregistreringsdatum: 1e300 } }) },
      ]),
      published('a token that fits in no header', 'UNREADABLE', {
        ...token.body,
        access_token: 'two\nlines',
      }),
      publishedInTurn('an end without a date, and names of another shape', { name: null }, [
        token,
        {
          body: organization({
            avregistreradOrganisation: { avregistreringsdatum: null },
            organisationsnamn: { organisationsnamnLista: 'none' },
          }),
        },
      ]),
      publishedInTurn('an expired token', {}, [
        token,
        { status: 401, body: {} },
        token,
        { body: organization({}) },
      ]),
      publishedInTurn('a refused client', 'BLOCKED', [{ status: 401, body: { error: 'invalid_client' } }]),
    ],
  },
}
