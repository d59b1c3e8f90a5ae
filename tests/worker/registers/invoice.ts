import { invoice } from '#worker/registers/clients/invoice.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'JP.T', compact })
const held = number('T7000012010000')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  says: status,
  expected: { registered, proves: 'vat-registration', status },
})

export const invoiceCases: RegisterCases = {
  register: invoice,
  held,
  cases: [
    {
      ...held,
      says: 'a corporation that is registered',
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
      says: 'an individual, whose name and address it withholds',
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
      says: 'the day to come on which a registration will end',
      expected: {
        registered: true,
        facts: { registrant: 'corporation', registeredOn: '2023-10-01', cancelledOn: '2999-03-31' },
      },
    },
    standing('T7000012010094', 'deleted', false),
    standing('T7000012010095', 'registered from a later day', false),
    { ...number('T7000012010300'), says: 'an empty list', expected: 'not-found' },
    { ...number('T7000012010198'), says: 'an empty list, and that there is one', expected: 'UNREADABLE' },
    { ...number('T7000012010197'), says: 'that it has expired, and not when', expected: 'UNREADABLE' },
    { ...number('7000012010000'), says: 'that the number is not valid', expected: 'REFUSED' },
    {
      ...held,
      says: 'that it does not know the application ID',
      settings: { JP_INVOICE_APP_ID: 'another' },
      expected: 'BLOCKED',
    },
    { ...held, says: 'that there was an error', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
}
