import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const row = (values: object) => ({
  row: {
    vunp: '100582334',
    vnaimp: 'Министерство примеров',
    vnaimk: 'МП',
    vpadres: 'г.Минск,ул.Примерная,9',
    dreg: '1994-06-30',
    nmns: '104',
    vmns: 'Инспекция МНС',
    ckodsost: '1',
    vkods: 'Действующий',
    dlikv: null,
    vlikv: null,
    ...values,
  },
})

export const cases: RegisterCases = {
  cases: {
    'BY.UNP': [
      answer('100582334', 'an active taxpayer', {
        name: 'Bright Systems ООО',
        address: 'г.Минск,Garden Row 30',
        status: 'Действующий',
        facts: { registeredOn: '1994-06-30' },
      }),
    ],
  },
  recordings: {
    'https://grp.nalog.gov.by/grp/rest-api': [
      published('an authority', { name: 'Министерство примеров', status: 'Действующий' }, row({})),
      published(
        'a taxpayer that is active again',
        { status: 'Действующий', facts: { registeredOn: '1994-06-30' } },
        row({ dlikv: '2021-03-01', vlikv: 'Решение' }),
      ),
      published(
        'the day on which a liquidation began',
        { status: 'В стадии ликвидации', facts: { registeredOn: '1994-06-30' } },
        row({ ckodsost: '3', vkods: 'В стадии ликвидации', dlikv: '2021-03-01' }),
      ),
      published('a state that is not documented', 'unknown-status', row({ ckodsost: '9', vkods: 'Иное' })),
      published(
        'a liquidated taxpayer',
        { registered: false, facts: { endedOn: '2021-03-01' } },
        row({ ckodsost: 'L', vkods: 'Ликвидирован', dlikv: '2021-03-01' }),
      ),
      published('a short name only', { name: 'МП' }, row({ vnaimp: null })),
      published('a number as a JSON number', {}, row({ vunp: 100_582_334 })),
      published('no row', 'UNREADABLE', {}),
      publishedInTurn('no such number', 'NOT_COVERED', [{ status: 404, body: {} }]),
      publishedInTurn('a refused number', 'NOT_COVERED', [{ status: 400, body: {} }]),
      publishedInTurn('a page with 404', 'UNREADABLE', [{ status: 404, type: 'text/html', body: '<html/>' }]),
    ],
  },
}
