import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'CZ.ICO': [
      answer('25596641', 'a subject', {
        name: 'Clear Logistics a.s.',
        address: 'Bridge Street 13, 65322 Northport',
        status: 'AKTIVNI',
        facts: {
          legalFormCode: '121',
          foundedOn: '2003-08-26',
          vatRegistered: 'true',
          vatNumber: 'CZ25596641',
        },
      }),
      answer('25590013', 'an ended subject', { registered: false, status: 'ZANIKLY' }),
      answer('25590024', 'a subject without VAT', { facts: { vatRegistered: 'false' } }),
      answer('25590114', 'a future end date', { facts: { endedOn: '2999-12-31' } }),
      answer('25590079', 'a dormant subject', { status: 'POZASTAVENY' }),
      answer('25590080', 'a historical subject', 'NOT_COVERED'),
      answer('25590081', 'a subject deleted by mistake', 'NOT_COVERED'),
      answer('25590182', 'an unknown state', 'unknown-status'),
      answer('25590168', 'a subject without its registrations', { status: null }),
      answer('25590035', 'a subject registered for VAT through its group', {
        facts: { vatRegistered: 'true', vatGroupNumber: 'CZ699000001' },
      }),
      answer('25590002', 'NENALEZENO', 'not-found'),
      answer('2559000', 'VSTUP_NEVALIDNI_FORMAT_ICO', 'REFUSED'),
      answer('25590002', "a gateway's 404", 'UNREADABLE', { mode: 'notfound' }),
    ],
    'CZ.DIC': [
      answer('25596641', 'a VAT registration', { status: 'AKTIVNI' }),
      answer('25590024', 'no VAT registration, which does not refute an identified person', 'NOT_COVERED'),
      answer('25590035', 'a VAT group', 'NOT_COVERED'),
      answer('25590037', 'an ended VAT registration', 'NOT_COVERED'),
      answer('25590013', 'an ended subject', {
        registered: false,
        status: 'ZANIKLY',
      }),
      answer('25590046', 'a suspended VAT registration', 'NOT_COVERED'),
      answer('25590247', 'an unknown VAT state', 'unknown-status'),
      answer('25590057', 'a person with another DIČ', 'NOT_COVERED'),
      answer('25590168', 'no VAT data', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_ares.py': [
      published(
        'a VAT payer',
        { address: 'Dlouhá 1, 17000 Praha 7' },
        {
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
        { identifier: 'CZ.DIC', compact: '27082440' },
      ),
    ],
  },
}
