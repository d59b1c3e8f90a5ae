import { answer, published, type RegisterCases } from '../case.ts'

const number = (compact: string) => ({ identifier: 'NZ.NZBN', compact })
const held = number('9429049541000')

export const cases: RegisterCases = {
  cases: {
    'NZ.NZBN': [
      answer('9429049541000', 'an entity with its current registered address', {
        name: 'SUMMIT TRADING LIMITED',
        address: 'Station Road 41, Southfield, 4571, NZ',
        status: 'Registered',
        facts: {
          entityType: 'NZ Limited Company',
          tradingNames: 'Summit Trading',
          companyNumber: '4954100',
          registeredOn: '2001-10-16',
        },
      }),
      answer('9429049541001', 'Removed', { registered: false, status: 'Removed' }),
      answer('9429049541002', 'Closed', { registered: false, status: 'Closed' }),
      answer('9429049541003', 'Removed and In Liquidation', {
        registered: false,
        status: 'Removed and In Liquidation',
      }),
      answer('9429049541004', 'In Liquidation', { status: 'In Liquidation' }),
      answer('9429049541107', 'Inactive', { status: 'Inactive' }),
      answer('9429049541008', 'In Receivership & In Liquidation', {
        status: 'In Receivership & In Liquidation',
      }),
      answer('9429049541009', 'an unknown status', 'unknown-status'),
      answer('9429049541105', 'a sole trader with undisclosed name and addresses', {
        name: null,
        address: null,
        facts: { entityType: 'Sole Trader' },
      }),
      answer('9429049541400', 'not found', 'not-found'),
      answer('9429049541006', '404 without a body', 'UNREADABLE'),
      answer('9529049541010', 'an invalid number', 'REFUSED'),
      answer('9429049541000', 'an unknown key', 'BLOCKED', {
        settings: { NZBN_SUBSCRIPTION_KEY: 'another' },
      }),
    ],
  },
  recordings: {
    'https://portal.api.business.govt.nz/api/nzbn': [
      published(
        'a list of addresses without the object around it',
        { address: '7 Bridge Street, 1010' },
        {
          nzbn: held.compact,
          entityStatusDescription: 'Registered',
          addresses: [
            { addressType: 'REGISTERED', endDate: null, address1: '7 Bridge Street', postCode: 1010 },
          ],
          tradingNames: null,
        },
      ),
      published(
        'addresses of an unknown shape',
        { address: null },
        { nzbn: held.compact, entityStatusDescription: 'Registered', addresses: 'none' },
      ),
    ],
  },
}
