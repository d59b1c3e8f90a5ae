import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'JP.T': [
      answer('T7000012010000', 'a registered corporation', {
        name: 'Northern Energy 株式会社',
        address: '東京都千代田区Market Street 21',
        status: 'registered',
        facts: { registrant: 'corporation', registeredOn: '2023-10-01' },
      }),
      answer('T7000012010196', 'an individual with undisclosed name and address', {
        name: null,
        address: null,
        facts: { registrant: 'individual' },
      }),
      answer('T7000012010091', 'canceled', { registered: false, status: 'canceled' }),
      answer('T7000012010092', 'expired', { registered: false, status: 'expired' }),
      answer('T7000012010093', 'registered', { status: 'registered' }),
      answer('T7000012010093', 'a future end date of the registration', {
        facts: { canceledOn: '2999-03-31' },
      }),
      answer('T7000012010094', 'deleted', { registered: false, status: 'deleted' }),
      answer('T7000012010095', 'registered from a later day', {
        registered: false,
        status: 'registered from a later day',
      }),
      answer('T7000012010300', 'an empty list', 'not-found'),
      answer('T7000012010198', 'an empty list with a count of one', 'UNREADABLE'),
      answer('T7000012010199', 'another process', 'unknown-status'),
      answer('T7000012010197', 'an expired registration without a date', 'UNREADABLE'),
      answer('7000012010000', 'an invalid number', 'REFUSED'),
      answer('T7000012010000', 'an unknown application ID', 'BLOCKED', {
        settings: { JP_INVOICE_APP_ID: 'another' },
      }),
    ],
  },
  recordings: {
    'https://www.invoice-kohyo.nta.go.jp/web-api/index.html': [
      published(
        'a future end date after a space, and zeros',
        { status: 'registered' },
        {
          announcement: [
            {
              registratedNumber: 'T7000012010000',
              process: '01',
              disposalDate: ' 2999-03-31',
              expireDate: '0000-00-00',
            },
          ],
        },
      ),
      published('an empty list without a count', 'UNREADABLE', { count: '', announcement: [] }),
      published(
        'an address that a sole trader asked to publish',
        { address: '東京都千代田区1-1' },
        {
          count: '1',
          announcement: [
            {
              registratedNumber: 'T7000012010000',
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
      ),
    ],
  },
}
