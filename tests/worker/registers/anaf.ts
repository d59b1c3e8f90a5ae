import { expect } from 'vitest'
import { anaf } from '#worker/registers/anaf.ts'
import type { RegisterCases } from './case.ts'

const cui = (compact: string) => ({ identifier: 'RO.CUI', compact })
const vat = (compact: string) => ({ identifier: 'RO.VAT', compact })
const held = cui('18547290')

export const anafCases: RegisterCases = {
  register: anaf,
  held,
  cases: [
    {
      ...held,
      response: 'a taxpayer',
      expected: {
        registered: true,
        proves: 'business',
        name: 'CLEAR FOODS S.R.L.',
        address: 'MUN. KINGSFORD, STR. STATION ROAD 17',
        status: 'INREGISTRAT din data 12.05.2009',
        receipt: null,
        facts: {
          registrationNumber: 'J40/1854/2009',
          registeredOn: '2009-05-12',
          activityCode: '6201',
          vatRegistered: 'true',
          inactive: 'false',
        },
      },
    },
    {
      ...cui('185472013'),
      response: 'a struck-off taxpayer',
      expected: {
        registered: false,
        status: 'RADIERE din data 12.05.2009',
        facts: expect.objectContaining({ deletedOn: '2020-01-15', vatRegistered: 'false' }),
      },
    },
    {
      ...cui('185472027'),
      response: 'a taxpayer without VAT',
      expected: { registered: true, facts: expect.objectContaining({ vatRegistered: 'false' }) },
    },
    {
      ...cui('185472038'),
      response: 'an inactive taxpayer',
      expected: { registered: true, facts: expect.objectContaining({ inactive: 'true' }) },
    },
    {
      ...vat('18547290'),
      response: 'a registration for VAT',
      expected: { registered: true, proves: 'vat-registration', name: 'CLEAR FOODS S.R.L.' },
    },
    {
      ...vat('185472013'),
      response: 'a struck-off taxpayer',
      expected: { registered: false, proves: 'vat-registration' },
    },
    { ...vat('185472027'), response: 'no domestic VAT registration', expected: 'NOT_COVERED' },
    { ...vat('185472149'), response: 'no VAT data', expected: 'NOT_COVERED' },
    {
      ...cui('185472051'),
      response: 'a deletion date of a registered taxpayer',
      expected: 'NOT_COVERED',
    },
    { ...cui('18547211'), response: 'notFound, with 404', expected: 'not-found' },
    { ...cui('18541562'), response: 'notFound, with 200', expected: 'not-found' },
    { ...vat('18547211'), response: 'notFound, with 404, of a VAT code', expected: 'not-found' },
    {
      ...cui('18547211'),
      response: 'notFound of another number',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
    {
      ...cui('18547211'),
      response: 'an HTML page with status 404',
      mode: 'notfound',
      expected: 'UNREADABLE',
    },
    {
      ...held,
      response: 'a maintenance page with status 200',
      mode: 'down',
      expected: 'UNREADABLE',
    },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
  recordings: [
    {
      ...vat('1590082'),
      response: 'a VAT payer',
      source: 'https://static.anaf.ro/static/10/Anaf/Informatii_R/Servicii_web/doc_WS_V9.txt',
      answers: [
        {
          body: {
            found: [
              {
                date_generale: {
                  cui: 1_590_082,
                  denumire: 'EXEMPLU SA',
                  adresa: 'STR. LUNGA 1',
                  stare_inregistrare: 'INREGISTRAT din data 01.01.2000',
                  cod_CAEN: 610,
                },
                inregistrare_scop_Tva: { scpTVA: true, perioade_TVA: [] },
                stare_inactiv: { statusInactivi: false, dataRadiere: '' },
              },
            ],
            notFound: [],
          },
        },
      ],
      expected: { registered: true, proves: 'vat-registration', name: 'EXEMPLU SA' },
    },
    {
      ...vat('1590082'),
      response: '404 with the number in notFound',
      source: 'https://static.anaf.ro/static/10/Anaf/Informatii_R/Servicii_web/doc_WS_V9.txt',
      answers: [{ status: 404, body: { found: [], notFound: [1_590_082] } }],
      expected: 'not-found',
    },
    {
      ...vat('1590082'),
      response: 'a page of the firewall with 200',
      source: 'https://github.com/itrack/anaf/issues/19',
      answers: [
        { type: 'text/html', body: '<html>The requested URL was rejected. Your support ID is: 1</html>' },
      ],
      expected: 'UNREADABLE',
    },
  ],
}
