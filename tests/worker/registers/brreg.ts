import { expect } from 'vitest'
import { brreg } from '#worker/registers/brreg.ts'
import type { RegisterCases } from './case.ts'

export const brregCases: RegisterCases = {
  register: brreg,
  held: { identifier: 'NO.ORGNR', compact: '923609016' },
  cases: [
    {
      response: 'a unit',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      expected: {
        registered: true,
        proves: 'business',
        name: 'COPPER ENERGY AS',
        address: 'Garden Row 3, 3973 EASTBRIDGE, Norge',
        status: 'registered',
        receipt: null,
        facts: { legalForm: 'Aksjeselskap', vatRegistered: 'true' },
      },
    },
    {
      response: 'a unit that is registered for VAT',
      identifier: 'NO.MVA',
      compact: '923609016MVA',
      expected: { registered: true, proves: 'vat-registration', name: 'COPPER ENERGY AS' },
    },
    {
      response: 'a unit that is not registered for VAT',
      identifier: 'NO.MVA',
      compact: '923600036MVA',
      expected: { registered: false, proves: 'vat-registration', status: 'registered' },
    },
    {
      response: 'a unit, whether registered for VAT or not',
      identifier: 'NO.ORGNR',
      compact: '923600036',
      expected: {
        registered: true,
        proves: 'business',
        facts: expect.objectContaining({ vatRegistered: 'false' }),
      },
    },
    {
      response: 'a deleted unit',
      identifier: 'NO.ORGNR',
      compact: '923600025',
      expected: {
        registered: false,
        proves: 'business',
        name: 'AMBER FOODS AS',
        address: null,
        status: 'deleted',
        facts: { legalForm: 'Aksjeselskap', deletedOn: '2024-03-31', vatRegistered: 'false' },
      },
    },
    {
      response: 'a deleted unit with its VAT registration',
      identifier: 'NO.MVA',
      compact: '923600025MVA',
      expected: { registered: false, proves: 'vat-registration', status: 'deleted' },
    },
    {
      response: 'a unit removed for legal reasons (410)',
      identifier: 'NO.ORGNR',
      compact: '923600010',
      expected: {
        registered: false,
        name: null,
        status: 'removed',
        facts: { deletedOn: '2023-06-30', vatRegistered: 'false' },
      },
    },
    {
      response: 'a bankrupt unit, which is still registered',
      identifier: 'NO.ORGNR',
      compact: '923600041',
      expected: { registered: true, status: 'bankrupt' },
    },
    {
      response: 'a branch from the other list',
      identifier: 'NO.ORGNR',
      compact: '923600058',
      expected: {
        registered: true,
        name: 'COPPER TOOLS AS',
        address: 'Station Road 27, 3460 KINGSFORD, Norge',
      },
    },
    {
      response: '404 in both registers',
      identifier: 'NO.ORGNR',
      compact: '923600006',
      expected: 'not-found',
    },
    {
      response: '404 in both registers, with an HTML page',
      identifier: 'NO.ORGNR',
      compact: '923600006',
      mode: 'notfound',
      expected: 'UNREADABLE',
    },
    {
      response: '404 in both registers, with a body',
      identifier: 'NO.ORGNR',
      compact: '923600070',
      expected: 'not-found',
    },
    {
      response: '404 without a body, but the search finds the number',
      identifier: 'NO.ORGNR',
      compact: '923600069',
      expected: 'UNREADABLE',
    },
    {
      response: '404 without a body while the search is down',
      identifier: 'NO.ORGNR',
      compact: '923600071',
      expected: 'UNAVAILABLE',
    },
    {
      response: '410 without an end date',
      identifier: 'NO.ORGNR',
      compact: '923600011',
      expected: 'NOT_COVERED',
    },
    {
      response: 'no record of foreign sellers',
      identifier: 'NO.MVA',
      compact: '2000001',
      expected: 'NOT_COVERED',
    },
    {
      response: 'too many requests',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      mode: 'throttled',
      expected: 'THROTTLED',
    },
    {
      response: 'an outage',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      mode: 'down',
      expected: 'UNAVAILABLE',
    },
    {
      response: 'a record of another number',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
  ],
  recordings: [
    {
      identifier: 'NO.MVA',
      compact: '923609016MVA',
      response: 'a company registered for VAT',
      source: 'https://data.brreg.no/enhetsregisteret/api/docs/index.html',
      answers: [
        {
          body: {
            organisasjonsnummer: '923609016',
            navn: 'EKSEMPEL ASA',
            organisasjonsform: { kode: 'ASA', beskrivelse: 'Allmennaksjeselskap' },
            registrertIMvaregisteret: true,
            forretningsadresse: {
              land: 'Norge',
              landkode: 'NO',
              postnummer: '4035',
              poststed: 'STAVANGER',
              adresse: ['Storgata 1'],
            },
            konkurs: false,
            underAvvikling: false,
            respons_klasse: 'Enhet',
          },
        },
      ],
      expected: {
        registered: true,
        proves: 'vat-registration',
        address: 'Storgata 1, 4035 STAVANGER, Norge',
      },
    },
    {
      identifier: 'NO.ORGNR',
      compact: '923609016',
      response: 'a deleted one, with an address of another shape',
      source: 'https://data.brreg.no/enhetsregisteret/api/docs/index.html',
      answers: [
        {
          body: {
            organisasjonsnummer: '923609016',
            navn: 'EKSEMPEL AS',
            slettedato: '2023-01-31',
            forretningsadresse: 'ukjent',
            respons_klasse: 'SlettetEnhet',
          },
        },
      ],
      expected: { registered: false, status: 'deleted', address: null },
    },
    {
      identifier: 'NO.ORGNR',
      compact: '923609016',
      response: '400',
      source: 'https://data.brreg.no/enhetsregisteret/api/docs/index.html',
      answers: [
        { status: 400, body: { tidspunkt: '2026-11-20', status: 400, feilmelding: 'Feilaktig forespørsel' } },
      ],
      expected: 'UNREADABLE',
    },
  ],
}
