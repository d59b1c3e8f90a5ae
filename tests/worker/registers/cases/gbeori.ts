import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const processingDate = '2021-01-05T09:54:08+00:00'
const details = {
  traderName: 'Example Traders',
  address: { streetAndNumber: '1 Example Place', cityName: 'Huddersfield', postcode: 'HD98 2LI' },
}

export const cases: RegisterCases = {
  held: { identifier: 'GB.EORI', compact: 'GB980780684000' },
  always: { status: null, facts: {} },
  cases: {
    'GB.EORI': [
      answer('GB980780684002', 'a valid number', {
        name: 'Copper Media Ltd',
        address: 'Bridge Street 17, Weston, SW2 1AA',
      }),
      answer('GB980780684000', 'a valid number, without the name', { name: null, address: null }),
      answer('GB980780684001', '"valid": false', 'not-found'),
      answer('GB980780684901', 'INTERNAL_SERVER_ERROR', 'UNAVAILABLE'),
      answer('GB980780684902', 'MATCHING_RESOURCE_NOT_FOUND of the gateway', 'UNREADABLE'),
      answer('GB980780684903', '403, as to an address that it blocks', 'BLOCKED'),
      answer('GB980780684904', 'GATEWAY_TIMEOUT', 'UNAVAILABLE'),
      answer('GB980780684909', 'no entry', 'UNREADABLE'),
      answer('XI980780684000', 'INVALID_REQUEST', 'REFUSED'),
    ],
  },
  recordings: {
    'https://github.com/hmrc/check-eori-number-api/blob/main/public/api/conf/1.0/application.yaml': [
      published(
        'a number whose holder agreed to be named',
        { name: 'Example Traders', address: '1 Example Place, Huddersfield, HD98 2LI' },
        [{ eori: 'GB123456789133', valid: true, companyDetails: details, processingDate }],
        { compact: 'GB123456789133' },
      ),
    ],
    'https://github.com/hmrc/check-eori-number-api/blob/main/app/uk/gov/hmrc/checkeorinumberapi/models/CheckResponse.scala':
      [
        published('an entry without "valid"', 'UNREADABLE', [{ eori: 'GB980780684000', processingDate }]),
        published('"valid" that is no boolean', 'UNREADABLE', [
          { eori: 'GB980780684000', valid: 'false', processingDate },
        ]),
        published('an empty list', 'UNREADABLE', []),
        publishedInTurn('an answer with 500', 'UNAVAILABLE', [
          { status: 500, body: [{ eori: 'GB980780684000', valid: false, processingDate }] },
        ]),
      ],
  },
}
