import { expect } from 'vitest'
import { ares } from '#worker/registers/ares.ts'
import type { RegisterCases } from './case.ts'

const ico = (compact: string) => ({ identifier: 'CZ.ICO', compact })
const dic = (compact: string) => ({ identifier: 'CZ.DIC', compact })
const held = ico('25596641')

export const aresCases: RegisterCases = {
  register: ares,
  held,
  cases: [
    {
      ...held,
      response: 'a subject',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Clear Logistics a.s.',
        address: 'Bridge Street 13, 65322 Northport',
        status: 'AKTIVNI',
        receipt: null,
        facts: {
          legalFormCode: '121',
          foundedOn: '2003-08-26',
          vatRegistered: 'true',
          vatNumber: 'CZ25596641',
        },
      },
    },
    {
      ...ico('25590013'),
      response: 'an ended subject',
      expected: { registered: false, proves: 'business', status: 'ZANIKLY' },
    },
    {
      ...ico('25590024'),
      response: 'a subject without VAT',
      expected: {
        registered: true,
        proves: 'business',
        facts: expect.objectContaining({ vatRegistered: 'false' }),
      },
    },
    {
      ...ico('25590114'),
      response: 'a future end date',
      expected: { registered: true, facts: expect.objectContaining({ endedOn: '2999-12-31' }) },
    },
    {
      ...ico('25590079'),
      response: 'a dormant subject',
      expected: { registered: true, status: 'POZASTAVENY' },
    },
    { ...ico('25590080'), response: 'a historical subject', expected: 'NOT_COVERED' },
    { ...ico('25590081'), response: 'a subject deleted by mistake', expected: 'NOT_COVERED' },
    {
      ...ico('25590168'),
      response: 'a subject without its registrations',
      expected: { registered: true, status: null },
    },
    {
      ...dic('25596641'),
      response: 'a VAT registration',
      expected: { registered: true, proves: 'vat-registration', status: 'AKTIVNI' },
    },
    {
      ...ico('25590035'),
      response: 'a subject registered for VAT through its group',
      expected: {
        registered: true,
        facts: {
          legalFormCode: '121',
          foundedOn: '2003-08-26',
          vatRegistered: 'true',
          vatGroupNumber: 'CZ699000001',
        },
      },
    },
    {
      ...dic('25590024'),
      response: 'no VAT registration, which does not refute an identified person',
      expected: 'NOT_COVERED',
    },
    { ...dic('25590035'), response: 'a VAT group', expected: 'NOT_COVERED' },
    { ...dic('25590037'), response: 'an ended VAT registration', expected: 'NOT_COVERED' },
    {
      ...dic('25590013'),
      response: 'an ended subject',
      expected: { registered: false, proves: 'vat-registration', status: 'ZANIKLY' },
    },
    { ...dic('25590046'), response: 'an unknown VAT status', expected: 'NOT_COVERED' },
    { ...dic('25590057'), response: 'a person with another DIČ', expected: 'NOT_COVERED' },
    { ...dic('25590168'), response: 'no VAT data', expected: 'NOT_COVERED' },
    { ...ico('25590002'), response: 'NENALEZENO', expected: 'not-found' },
    { ...ico('2559000'), response: 'VSTUP_NEVALIDNI_FORMAT_ICO', expected: 'REFUSED' },
    { ...held, response: 'OBECNA_CHYBA', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    {
      ...ico('25590002'),
      response: "a gateway's 404",
      mode: 'notfound',
      expected: 'UNREADABLE',
    },
  ],
  recordings: [
    {
      ...dic('27082440'),
      response: 'a VAT payer',
      source: 'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_ares.py',
      answers: [
        {
          body: {
            ico: '27082440',
            obchodniJmeno: 'Příklad a.s.',
            sidlo: {
              kodStatu: 'CZ',
              nazevObce: 'Praha',
              psc: 17_000,
              textovaAdresa: 'Dlouhá 1, 17000 Praha 7',
            },
            pravniForma: '121',
            datumVzniku: '2003-08-26',
            dic: 'CZ27082440',
            seznamRegistraci: {
              stavZdrojeRos: 'AKTIVNI',
              stavZdrojeDph: 'AKTIVNI',
              stavZdrojeSkDph: 'NEEXISTUJICI',
            },
            primarniZdroj: 'ros',
          },
        },
      ],
      expected: { registered: true, proves: 'vat-registration', address: 'Dlouhá 1, 17000 Praha 7' },
    },
    {
      ...ico('27082440'),
      response: '404 NENALEZENO',
      source: 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/v3/api-docs',
      answers: [{ status: 404, body: { kod: 'NENALEZENO', popis: 'Ekonomický subjekt nenalezen' } }],
      expected: 'not-found',
    },
    {
      ...ico('2708244'),
      response: '400 VSTUP_NEVALIDNI_FORMAT_ICO',
      source: 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/v3/api-docs',
      answers: [{ status: 400, body: { kod: 'CHYBA_VSTUPU', subKod: 'VSTUP_NEVALIDNI_FORMAT_ICO' } }],
      expected: 'REFUSED',
    },
  ],
}
