import { nzbn } from '#worker/registers/nzbn.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'NZ.NZBN', compact })
const held = number('9429049541000')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  response: status,
  expected: { registered, proves: 'business', status },
})

export const nzbnCases: RegisterCases = {
  register: nzbn,
  held,
  cases: [
    {
      ...held,
      response: 'an entity with its current registered address',
      expected: {
        registered: true,
        proves: 'business',
        name: 'SUMMIT TRADING LIMITED',
        address: 'Station Road 41, Southfield, 4571, NZ',
        status: 'Registered',
        receipt: null,
        facts: {
          entityType: 'NZ Limited Company',
          tradingNames: 'Summit Trading',
          companyNumber: '4954100',
          registeredOn: '2001-10-16',
        },
      },
    },
    standing('9429049541001', 'Removed', false),
    standing('9429049541002', 'Closed', false),
    standing('9429049541003', 'Removed and In Liquidation', false),
    standing('9429049541004', 'In Liquidation', true),
    standing('9429049541107', 'Inactive', true),
    standing('9429049541008', 'In Receivership & In Liquidation', true),
    { ...number('9429049541009'), response: 'an unknown status', expected: 'UNREADABLE' },
    {
      ...number('9429049541105'),
      response: 'a sole trader with undisclosed name and addresses',
      expected: {
        registered: true,
        name: null,
        address: null,
        facts: { entityType: 'Sole Trader', registeredOn: '2001-10-16' },
      },
    },
    { ...number('9429049541400'), response: 'not found', expected: 'not-found' },
    { ...number('9429049541006'), response: '404 without a body', expected: 'UNREADABLE' },
    { ...number('9529049541010'), response: 'an invalid number', expected: 'REFUSED' },
    {
      ...held,
      response: 'an unknown key',
      settings: { NZBN_SUBSCRIPTION_KEY: 'another' },
      expected: 'BLOCKED',
    },
    { ...held, response: 'an error', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
  recordings: [
    {
      ...held,
      response: 'a list of addresses without the object around it',
      source: 'https://portal.api.business.govt.nz/api/nzbn',
      answers: [
        {
          body: {
            nzbn: held.compact,
            entityStatusDescription: 'Registered',
            addresses: [
              { addressType: 'REGISTERED', endDate: null, address1: '7 Bridge Street', postCode: 1010 },
            ],
            tradingNames: null,
          },
        },
      ],
      expected: { registered: true, address: '7 Bridge Street, 1010' },
    },
    {
      ...held,
      response: 'addresses of an unknown shape',
      source: 'https://portal.api.business.govt.nz/api/nzbn',
      answers: [{ body: { nzbn: held.compact, entityStatusDescription: 'Registered', addresses: 'none' } }],
      expected: { registered: true, address: null },
    },
  ],
}
