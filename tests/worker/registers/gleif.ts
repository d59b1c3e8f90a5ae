import { gleif } from '#worker/registers/gleif.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const unit = (compact: string) => ({ identifier: 'NO.ORGNR', compact })
const held = unit('923609016')

const known = (identifier: string, compact: string, name: string): RegisterCase => ({
  identifier,
  compact,
  response: name,
  expected: { registered: true, proves: 'legal-entity', name },
})

export const gleifCases: RegisterCases = {
  register: gleif,
  held,
  cases: [
    {
      ...held,
      response: 'an entity whose number has spaces',
      expected: {
        registered: true,
        proves: 'legal-entity',
        name: 'Copper Energy Group',
        address: 'Garden Row 3, 39731 Eastbridge, NO',
        status: 'ACTIVE',
        receipt: null,
        facts: { lei: '5299000000000000TP01', leiStatus: 'ISSUED', registrationAuthority: 'RA000001' },
      },
    },
    {
      ...unit('988077917'),
      response: 'an entity whose number has no spaces',
      expected: { registered: true, name: 'Clear Logistics Group' },
    },
    known('AU.ABN', '51824753556', 'Harbour Tools Group'),
    known('BR.CNPJ', '16727230000197', 'Amber Energy Group'),
    known('CH.UID', 'CHE105909036', 'Clear Textiles Group'),
    known('CZ.ICO', '25596641', 'Clear Logistics Group'),
    known('EE.REGISTRIKOOD', '12417834', 'Amber Tools Group'),
    known('FI.YTUNNUS', '20774748', 'Harbour Media Group'),
    known('FR.SIREN', '732829320', 'Amber Foods Group'),
    known('RO.CUI', '18547290', 'Clear Foods Group'),
    known('SG.UEN', '196800306E', 'Northern Trading Group'),
    known('SK.ICO', '31322832', 'Maple Paper Group'),
    {
      ...unit('988077911'),
      response: 'two entities with the same number',
      expected: 'NOT_COVERED',
    },
    {
      ...unit('988077922'),
      response: 'an ended entity, which does not refute the number',
      expected: 'NOT_COVERED',
    },
    {
      ...unit('988077933'),
      response: 'an active and an ended entity',
      expected: { registered: true, name: 'Copper Systems Group' },
    },
    {
      ...unit('988077944'),
      response: 'an entity without name and address',
      expected: { registered: true, name: null, address: null },
    },
    { ...unit('988078200'), response: 'no record', expected: 'NOT_COVERED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'two active records for one number',
      source: 'https://www.gleif.org/en/lei-data/gleif-api',
      answers: [
        {
          body: {
            data: ['5493001KJTIIGC8Y1R12', '5493001KJTIIGC8Y1R13'].map((lei) => ({
              attributes: {
                lei,
                entity: {
                  legalName: { name: 'EKSEMPEL ASA' },
                  registeredAs: '923 609 016',
                  status: 'ACTIVE',
                },
              },
            })),
          },
        },
      ],
      expected: 'NOT_COVERED',
    },
  ],
}
