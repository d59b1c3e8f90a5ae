import { type Call, json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** A unit's id is one of these digits and the tax number. Its company number is the last eight digits of that. */
const kinds = { live: 1, dissolved: 2, deleted: 3, hidden: 4, gone: 5, ending: 6 } as const
type Kind = keyof typeof kinds

/** Units by the last two digits of the tax number. Others have one active unit. */
const histories: Readonly<Record<string, readonly Kind[]>> = {
  '10': ['deleted', 'hidden', 'live'],
  '21': ['dissolved'],
  '33': ['deleted', 'hidden'],
  '43': ['dissolved', 'live'],
  '54': ['gone'],
  '76': ['ending'],
}

/**
 * GET /uctovne-jednotky and /uctovna-jednotka. Deleted and private units have no number, and a removed id is an empty
 * 404. Numbers that end with 65 have neither name nor address.
 */
export const ruz: FakeRegister = {
  id: 'ruz',
  answer: (call, { swapped }) => {
    if (call.path === '/uctovne-jednotky') return search(call)
    const [, kind, dic] = /^(\d)(\d{10})$/.exec(call.query.get('id') ?? '') ?? []
    if (call.path !== '/uctovna-jednotka') return html(404, 'Not Found')
    if (kind === undefined || dic === undefined || Number(kind) === kinds.gone) {
      return { status: 404, headers: { 'content-type': 'application/json;charset=UTF-8' }, body: '' }
    }
    return unit(Number(kind), dic, swapped)
  },
}

function search({ query }: Call) {
  const dic = query.get('dic') ?? `20${query.get('ico')}`
  if (!query.get('zmenene-od') || !/^\d{10}$/.test(dic)) return html(400, 'Bad Request')
  const history = companyOf(dic.slice(2), 's. r. o.') ? (histories[dic.slice(-2)] ?? ['live']) : []
  return json(200, { id: history.map((kind) => Number(`${kinds[kind]}${dic}`)), existujeDalsieId: false })
}

function unit(kind: number, dic: string, swapped: boolean) {
  const common = { id: Number(`${kind}${dic}`), datumPoslednejUpravy: '2026-03-31' }
  if (kind === kinds.deleted) return json(200, { ...common, stav: 'ZMAZANÉ' })
  if (kind === kinds.hidden) return json(200, { ...common, stav: 'NEVEREJNÁ' })
  const company = companyOf(dic.slice(2), 's. r. o.')
  return json(200, {
    ...common,
    ico: swapped ? '36421928' : dic.slice(2),
    dic: swapped ? '2021875611' : dic,
    ...(!dic.endsWith('65') && {
      nazovUJ: company?.name,
      ulica: company?.street,
      psc: company?.postcode,
      mesto: company?.city,
    }),
    pravnaForma: '112',
    datumZalozenia: '2009-04-15',
    ...(kind === kinds.dissolved && { datumZrusenia: '2021-06-30' }),
    ...(kind === kinds.ending && { datumZrusenia: '2999-06-30' }),
    skNace: '62010',
  })
}
