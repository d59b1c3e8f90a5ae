import { answer, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'SK.ICO': [
      answer('31322832', 'a company', {
        name: 'Maple Paper s. r. o.',
        address: 'Market Street 65, 55790 Southfield',
        status: null,
        facts: {
          companyNumber: '31322832',
          taxNumber: '2031322832',
          legalFormCode: '112',
          foundedOn: '2009-04-15',
          activityCode: '62010',
        },
      }),
      answer('31322810', 'a deleted unit, a non-public one and a company', { name: 'Stone Media s. r. o.' }),
      answer('31322821', 'a dissolved company', {
        registered: false,
        name: 'Bright Systems s. r. o.',
        status: 'dissolved',
        facts: { dissolvedOn: '2021-06-30' },
      }),
      answer('31322876', 'a future dissolution date', { status: null }),
      answer('31322843', 'a dissolved company and its successor', {
        status: null,
        name: 'Stone Systems s. r. o.',
      }),
      answer('31322965', 'a company without name and address', { name: null, address: null }),
      answer('31322933', 'only units without a number', 'NOT_COVERED'),
      answer('31323300', 'an empty list', 'NOT_COVERED'),
      answer('31322854', '404 without a body for a unit that the list has', 'UNREADABLE'),
      answer('3132', 'an HTML error page', 'UNREADABLE'),
    ],
    'SK.ICDPH': [
      answer('2022749619', 'a company with that tax number', {
        name: 'Stone Textiles s. r. o.',
        facts: { companyNumber: '22749619', taxNumber: '2022749619' },
      }),
      answer('2031322821', 'a dissolved company, which does not refute its VAT registration', 'NOT_COVERED'),
      answer('2031323300', 'an empty list for the tax number', 'NOT_COVERED'),
      answer('2022749619', 'a record of another tax number', 'WRONG_NUMBER', { mode: 'swapped' }),
    ],
  },
  recordings: {
    'https://www.registeruz.sk/cruz-public/home/api': [
      publishedInTurn(
        'a deleted shell, then a unit',
        { name: 'Príklad a. s.', address: '82104 Bratislava' },
        [
          { body: { id: [123, 124], existujeDalsieId: false } },
          { body: { id: 123, stav: 'ZMAZANÉ' } },
          {
            body: {
              id: 124,
              ico: '31322832',
              dic: '2020372640',
              nazovUJ: 'Príklad a. s.',
              psc: 82_104,
              mesto: 'Bratislava',
            },
          },
        ],
      ),
    ],
  },
}
