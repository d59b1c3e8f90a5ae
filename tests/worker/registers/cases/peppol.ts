import { answer, publishedInTurn, type RegisterCases } from '../case.ts'

const participant = (value: string, entity: object = {}) => ({
  body: {
    version: '1.0',
    matches: [{ participantID: { scheme: 'iso6523-actorid-upis', value }, docTypes: [], entities: [entity] }],
  },
})
const empty = { body: { version: '1.0', 'total-result-count': 0, matches: [] } }

export const cases: RegisterCases = {
  always: { address: null, status: null },
  cases: {
    'BE.VAT': [
      answer('0403019261', 'a participant', {
        name: 'Harbour Trading Ltd',
        facts: { peppolId: '0208:0403019261' },
      }),
      answer('0403019293', 'a participant without a name', { name: null }),
      answer('0403019291', 'a participant that is only in the locator', {
        name: null,
        facts: { peppolId: '0208:0403019291' },
      }),
      answer('0403019292', 'another service in the locator', 'NOT_COVERED'),
      answer('0403019263', 'neither', 'NOT_COVERED'),
    ],
    'AT.UID': [answer('U12345675', 'a participant', { facts: { peppolId: '9914:atu12345675' } })],
    'DE.VAT': [answer('136695976', 'a participant', { facts: { peppolId: '9930:de136695976' } })],
    'IT.IVA': [answer('00743110157', 'a participant', { facts: { peppolId: '0211:it00743110157' } })],
    'LU.TVA': [answer('15027442', 'a participant', { facts: { peppolId: '9938:lu15027442' } })],
    'NL.BTW': [answer('004495445B01', 'a participant', { facts: { peppolId: '9944:nl004495445b01' } })],
    'SE.VAT': [answer('556012579001', 'a participant', { facts: { peppolId: '0007:5560125790' } })],
    'FR.TVA': [answer('40303265045', 'a type that is not connected', 'NOT_COVERED')],
  },
  recordings: {
    'https://directory.peppol.eu/public/menuitem-docs-rest-api': [
      publishedInTurn(
        'a participant with a name in each language',
        { name: 'EXAMPLE NV', facts: { tradingNames: 'EXEMPLE SA; EXAMPLE Brussels' } },
        [
          participant('0208:0403019261', {
            name: [
              { name: 'EXAMPLE NV', language: 'nl' },
              { name: 'EXEMPLE SA' },
              { name: 'EXAMPLE Brussels' },
            ],
          }),
        ],
      ),
      publishedInTurn('an ID in capitals', { name: null }, [participant('9930:DE136695976')], {
        identifier: 'DE.VAT',
        compact: '136695976',
      }),
      publishedInTurn('another participant', 'WRONG_NUMBER', [participant('0208:0403019262')]),
      publishedInTurn('an empty body', 'UNREADABLE', [{ body: '' }]),
      publishedInTurn('more than 2 calls a second', 'THROTTLED', [{ status: 429, body: {} }]),
    ],
    'https://docs.peppol.eu/edelivery/sml/': [
      publishedInTurn('a name with its service', { name: null }, [
        empty,
        {
          body: {
            Status: 0,
            Answer: [{ type: 35, TTL: 60, data: '100 10 "U" "Meta:SMP" "!.*!https://smp.example/!" .' }],
          },
        },
      ]),
      publishedInTurn('NXDOMAIN', 'NOT_COVERED', [empty, { body: { Status: 3 } }]),
      publishedInTurn('a server failure', 'UNAVAILABLE', [empty, { body: { Status: 2 } }]),
    ],
  },
}
