import { bolagsverket } from '#worker/registers/bolagsverket.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'SE.ORGNR', compact })
const held = number('5560000000')

const token = { body: { access_token: 'token', expires_in: 3_600 } }
const source = 'https://portal.api.bolagsverket.se/devportal'
const organization = (fields: object) => ({
  organisationer: [{ organisationsidentitet: { identitetsbeteckning: '5560000000' }, ...fields }],
})

export const bolagsverketCases: RegisterCases = {
  register: bolagsverket,
  held,
  cases: [
    {
      ...held,
      response: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        status: 'registered',
        receipt: null,
        facts: { legalForm: 'Aktiebolag', registeredOn: '2000-01-23', inactive: 'false' },
      },
    },
    {
      ...number('5560000001'),
      response: 'a deregistered company',
      expected: {
        registered: false,
        status: 'deregistered',
        facts: {
          legalForm: 'Aktiebolag',
          registeredOn: '2000-01-23',
          deletedOn: '2023-05-05',
          inactive: 'true',
        },
      },
    },
    {
      ...number('5560000012'),
      response: 'a deregistered and an active business',
      expected: { registered: true },
    },
    { ...number('5560000003'), response: 'a failed source of the end', expected: 'UNAVAILABLE' },
    { ...number('5560000004'), response: 'an empty list', expected: 'NOT_COVERED' },
    { ...number('5560000018'), response: '404 problem', expected: 'NOT_COVERED' },
    { ...number('55'), response: '400 problem', expected: 'UNREADABLE' },
    {
      ...held,
      settings: { BOLAGSVERKET_CLIENT_SECRET: 'another' },
      response: 'a company, with the token of all isolates',
      expected: { registered: true },
    },
    { ...held, response: 'another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '500', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'an end date in milliseconds',
      source,
      answers: [
        token,
        { body: organization({ avregistreradOrganisation: { avregistreringsdatum: 984_614_400_000 } }) },
      ],
      expected: { registered: false, facts: { deletedOn: '2001-03-15' } },
    },
    {
      ...held,
      response: 'an end date that is no date',
      source,
      answers: [
        token,
        { body: organization({ avregistreradOrganisation: { avregistreringsdatum: 1e300 } }) },
      ],
      expected: 'UNREADABLE',
    },
    {
      ...held,
      response: 'a token that fits in no header',
      source,
      answers: [{ body: { ...token.body, access_token: 'two\nlines' } }],
      expected: 'UNREADABLE',
    },
    {
      ...held,
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
      ...held,
      response: 'an expired token',
      source,
      answers: [token, { status: 401, body: {} }, token, { body: organization({}) }],
      expected: { registered: true },
    },
    {
      ...held,
      response: 'a refused client',
      source,
      answers: [{ status: 401, body: { error: 'invalid_client' } }],
      expected: 'BLOCKED',
    },
  ],
}
