import { bolagsverket } from '#worker/registers/bolagsverket.ts'
import { answer, type RegisterCases } from '../case.ts'

const token = { body: { access_token: 'token', expires_in: 3_600 } }
const source = 'https://portal.api.bolagsverket.se/devportal'
const organization = (fields: object) => ({
  organisationer: [{ organisationsidentitet: { identitetsbeteckning: '5560000000' }, ...fields }],
})

export const cases: RegisterCases = {
  register: bolagsverket,
  held: { identifier: 'SE.ORGNR', compact: '5560000000' },
  always: { proves: 'business', receipt: null },
  cases: {
    'SE.ORGNR': [
      answer('5560000000', 'a company', {
        registered: true,
        status: 'registered',
        facts: { legalForm: 'Aktiebolag', registeredOn: '2000-01-23', inactive: 'false' },
      }),
      answer('5560000001', 'a deregistered company', {
        registered: false,
        status: 'deregistered',
        facts: {
          legalForm: 'Aktiebolag',
          registeredOn: '2000-01-23',
          deletedOn: '2023-05-05',
          inactive: 'true',
        },
      }),
      answer('5560000012', 'a deregistered and an active business', { registered: true }),
      answer('5560000003', 'a failed source of the end', 'UNAVAILABLE'),
      answer('5560000004', 'an empty list', 'NOT_COVERED'),
      answer('5560000018', '404 problem', 'NOT_COVERED'),
      answer('55', '400 problem', 'UNREADABLE'),
      answer(
        '5560000000',
        'a company, with the token of all isolates',
        { registered: true },
        { settings: { BOLAGSVERKET_CLIENT_SECRET: 'another' } },
      ),
    ],
  },
  recordings: [
    {
      response: 'an end date in milliseconds',
      source,
      answers: [
        token,
        { body: organization({ avregistreradOrganisation: { avregistreringsdatum: 984_614_400_000 } }) },
      ],
      expected: { registered: false, facts: { deletedOn: '2001-03-15' } },
    },
    {
      response: 'an end date that is no date',
      source,
      answers: [
        token,
        { body: organization({ avregistreradOrganisation: { avregistreringsdatum: 1e300 } }) },
      ],
      expected: 'UNREADABLE',
    },
    {
      response: 'a token that fits in no header',
      source,
      body: { ...token.body, access_token: 'two\nlines' },
      expected: 'UNREADABLE',
    },
    {
      response: 'an end without a date, and names of another shape',
      source,
      answers: [
        token,
        {
          body: organization({
            avregistreradOrganisation: { avregistreringsdatum: null },
            organisationsnamn: { organisationsnamnLista: 'none' },
          }),
        },
      ],
      expected: { registered: true, name: null },
    },
    {
      response: 'an expired token',
      source,
      answers: [token, { status: 401, body: {} }, token, { body: organization({}) }],
      expected: { registered: true },
    },
    {
      response: 'a refused client',
      source,
      answers: [{ status: 401, body: { error: 'invalid_client' } }],
      expected: 'BLOCKED',
    },
  ],
}
