import { answer, published, type RegisterCases } from '../case.ts'

const known = (compact: string, name: string) => answer(compact, name, { name })

export const cases: RegisterCases = {
  cases: {
    'NO.ORGNR': [
      answer('923609016', 'an entity whose number has spaces', {
        name: 'Copper Energy Group',
        address: 'Garden Row 3, 39731 Eastbridge, NO',
        status: 'ACTIVE',
        facts: { lei: '5299000000000000TP01', leiStatus: 'ISSUED', registrationAuthority: 'RA000001' },
      }),
      answer('988077917', 'an entity whose number has no spaces', { name: 'Clear Logistics Group' }),
      answer('988077911', 'two entities with the same number', 'NOT_COVERED'),
      answer('988077922', 'an ended entity, which does not refute the number', 'NOT_COVERED'),
      answer('988077933', 'an active and an ended entity', { name: 'Copper Systems Group' }),
      answer('988077944', 'an entity without name and address', { name: null, address: null }),
      answer('988078200', 'no record', 'NOT_COVERED'),
    ],
    'AU.ABN': [known('51824753556', 'Harbour Tools Group')],
    'BR.CNPJ': [known('16727230000197', 'Amber Energy Group')],
    'CH.UID': [known('CHE105909036', 'Clear Textiles Group')],
    'CZ.ICO': [known('25596641', 'Clear Logistics Group')],
    'EE.REGISTRIKOOD': [known('12417834', 'Amber Tools Group')],
    'FI.YTUNNUS': [known('20774748', 'Harbour Media Group')],
    'FR.SIREN': [known('732829320', 'Amber Foods Group')],
    'RO.CUI': [known('18547290', 'Clear Foods Group')],
    'SG.UEN': [known('196800306E', 'Northern Trading Group')],
    'SK.ICO': [known('31322832', 'Maple Paper Group')],
  },
  recordings: {
    'https://www.gleif.org/en/lei-data/gleif-api': [
      published(
        'names in other languages and letters, without a previous one',
        { name: 'EKSEMPEL ASA', facts: { tradingNames: 'EXAMPLE ASA; Eksempel' } },
        {
          data: [
            {
              attributes: {
                lei: '5493001KJTIIGC8Y1R12',
                entity: {
                  legalName: { name: 'EKSEMPEL ASA' },
                  otherNames: [
                    { name: 'EXAMPLE ASA', type: 'ALTERNATIVE_LANGUAGE_LEGAL_NAME' },
                    { name: 'FORRIGE ASA', type: 'PREVIOUS_LEGAL_NAME' },
                  ],
                  transliteratedOtherNames: [
                    { name: 'Eksempel', type: 'AUTO_ASCII_TRANSLITERATED_LEGAL_NAME' },
                  ],
                  registeredAs: '923609016',
                  status: 'ACTIVE',
                },
              },
            },
          ],
        },
      ),
      published('two active records for one number', 'NOT_COVERED', {
        data: ['5493001KJTIIGC8Y1R12', '5493001KJTIIGC8Y1R13'].map((lei) => ({
          attributes: {
            lei,
            entity: { legalName: { name: 'EKSEMPEL ASA' }, registeredAs: '923 609 016', status: 'ACTIVE' },
          },
        })),
      }),
    ],
  },
}
