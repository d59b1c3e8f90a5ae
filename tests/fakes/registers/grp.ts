import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** By the last two digits. Others are active. */
const states: Readonly<Record<string, object>> = {
  '91': { ckodsost: 'L', vkods: 'Ликвидирован', dlikv: '2020-12-31' },
  '92': { ckodsost: '3', vkods: 'В стадии ликвидации', dlikv: '2020-12-31' },
}
const REFUSED = '93'

/** GET /data?unp=. */
export const grp: FakeRegister = {
  id: 'grp',
  answer: ({ path, query }, { swapped }) => {
    const unp = query.get('unp') ?? ''
    if (path !== '/data' || query.get('type') !== 'json' || query.get('charset') !== 'UTF-8')
      return html(404, 'Not Found')
    if (unp.endsWith(REFUSED)) return json(400, { message: 'Bad Request' })
    const company = companyOf(unp, 'ООО')
    if (!company) return json(404, { message: 'Not Found' })
    return json(200, {
      row: {
        vunp: swapped ? '100582333' : unp,
        vnaimp: company.name,
        vnaimk: null,
        vpadres: `г.Минск,${company.street}`,
        dreg: '1994-06-30',
        ckodsost: '1',
        vkods: 'Действующий',
        dlikv: null,
        ...states[unp.slice(-2)],
      },
    })
  },
}
