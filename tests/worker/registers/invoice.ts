import { invoice } from '#worker/registers/invoice.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'JP.T', compact })
const held = number('T7000012010000')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  response: status,
  expected: { registered, proves: 'vat-registration', status },
})

export const invoiceCases: RegisterCases = {
  register: invoice,
  held,
  cases: [
    {
      ...held,
      response: 'a registered corporation',
      expected: {
        registered: true,
        proves: 'vat-registration',
        name: 'Northern Energy 株式会社',
        address: '東京都千代田区Market Street 21',
        status: 'registered',
        receipt: null,
        facts: { registrant: 'corporation', registeredOn: '2023-10-01' },
      },
    },
    {
      ...number('T7000012010196'),
      response: 'an individual with undisclosed name and address',
      expected: {
        registered: true,
        name: null,
        address: null,
        facts: { registrant: 'individual', registeredOn: '2023-10-01' },
      },
    },
    standing('T7000012010091', 'cancelled', false),
    standing('T7000012010092', 'expired', false),
    standing('T7000012010093', 'registered', true),
    {
      ...number('T7000012010093'),
      response: 'a future end date of the registration',
      expected: {
        registered: true,
        facts: { registrant: 'corporation', registeredOn: '2023-10-01', cancelledOn: '2999-03-31' },
      },
    },
    standing('T7000012010094', 'deleted', false),
    standing('T7000012010095', 'registered from a later day', false),
    { ...number('T7000012010300'), response: 'an empty list', expected: 'not-found' },
    { ...number('T7000012010198'), response: 'an empty list with a count of one', expected: 'UNREADABLE' },
    {
      ...number('T7000012010197'),
      response: 'an expired registration without a date',
      expected: 'UNREADABLE',
    },
    { ...number('7000012010000'), response: 'an invalid number', expected: 'REFUSED' },
    {
      ...held,
      response: 'an unknown application ID',
      settings: { JP_INVOICE_APP_ID: 'another' },
      expected: 'BLOCKED',
    },
    { ...held, response: 'an error', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
  recordings: [
    {
      ...held,
      response: 'an address that a sole trader asked to publish',
      source: 'https://www.invoice-kohyo.nta.go.jp/web-api/index.html',
      answers: [
        {
          body: {
            count: '1',
            announcement: [
              {
                registratedNumber: held.compact,
                process: '01',
                kind: '1',
                registrationDate: '2023-10-01',
                disposalDate: '',
                expireDate: '',
                address: '',
                addressRequest: '東京都千代田区1-1',
                name: '',
              },
            ],
          },
        },
      ],
      expected: { registered: true, address: '東京都千代田区1-1' },
    },
  ],
}
