import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'SK.ICO': [
      answer('31322832', 'a company with its current name and address', {
        name: 'Maple Paper s. r. o.',
        address: 'Market Street 3021/65, 55790 Southfield, Slovenská republika',
        status: 'registered',
        facts: { foundedOn: '2009-04-15' },
      }),
      answer('31322821', 'a company that has ended', {
        registered: false,
        status: 'terminated',
        facts: { endedOn: '2021-06-30' },
      }),
      answer('31322843', 'an ended and a current entry', {}),
      answer('31322820', 'no entry', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://susrrpo.docs.apiary.io': [
      ...[
        ['15.04.2009', '2009-04-15'],
        ['2009-04-15T00:00:00.000+02:00', '2009-04-15'],
        ['2009-04-15 or later', '2009-04-15 or later'],
      ].map(([establishment, foundedOn = '']) =>
        published(
          `founded on ${establishment}`,
          { facts: { foundedOn } },
          { results: [{ identifiers: [{ value: '31322832' }], establishment }] },
        ),
      ),
      published('the former number of a business that has another one today', 'NOT_COVERED', {
        results: [{ identifiers: [{ value: '31322832', validTo: '2015-04-30' }, { value: '50010001' }] }],
      }),
      published(
        'the number that a business had until its end',
        { registered: false },
        {
          results: [
            { identifiers: [{ value: '31322832', validTo: '2015-04-30' }], termination: '2015-04-30' },
          ],
        },
      ),
      published(
        'a number without its leading zeros, and no names',
        { name: null, address: null },
        { results: [{ identifiers: [{ value: '151742' }], fullNames: 'none' }] },
        { compact: '00151742' },
      ),
    ],
  },
}
