import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** GET /data?unp=. */
export const grp: FakeRegister = {
  id: 'grp',
  answer: ({ path, query }, { swapped }) => {
    const unp = query.get('unp') ?? ''
    if (path !== '/data' || query.get('type') !== 'json' || query.get('charset') !== 'UTF-8')
      return html(404, 'Not Found')
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
      },
    })
  },
}
