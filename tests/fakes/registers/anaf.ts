import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/**
 * POST /tva, version 9, up to 100 numbers. Only unknown ones are 404, or 200 (62). The last two digits decide: 13 removed, 27 not registered
 * for VAT, 38 inactive, 49 no VAT fields, 51 contradictory VAT fields.
 */
export const anaf: FakeRegister = {
  id: 'anaf',
  unavailable: () => html(200, 'Mentenanta'),
  answer: (call, { swapped }) => {
    if (call.path !== '/tva') return html(404, 'Not Found')
    const asked: Question[] =
      call.method === 'POST' && call.headers['content-type'] === 'application/json'
        ? JSON.parse(call.body)
        : []
    if (asked.length === 0 || asked.length > 100 || !asked.every(isQuestion))
      return html(500, 'Internal Server Error')
    const found = asked.flatMap((question) => entryOf(question, swapped))
    const notFound = asked.flatMap(({ cui }) =>
      companyOf(String(cui), 'S.R.L.') ? [] : [swapped ? cui + 1 : cui],
    )
    const isMissing = found.length === 0 && !notFound.every((cui) => String(cui).endsWith('62'))
    return json(isMissing ? 404 : 200, { found, notFound })
  },
}

type Question = { cui: number; data: string }

const isQuestion = ({ cui, data }: { cui?: unknown; data?: unknown }) =>
  typeof cui === 'number' && /^\d{4}-\d\d-\d\d$/.test(String(data))

function entryOf({ cui, data }: Question, swapped: boolean) {
  const number = String(cui)
  const company = companyOf(number, 'S.R.L.')
  if (!company) return []
  const ending = number.slice(-2)
  const isStruckOff = ending === '13'
  return [
    {
      date_generale: {
        cui: swapped ? cui + 1 : cui,
        data,
        denumire: company.name.toUpperCase(),
        adresa: `MUN. ${company.city.toUpperCase()}, STR. ${company.street.toUpperCase()}`,
        nrRegCom: `J40/${number.slice(0, 4)}/2009`,
        stare_inregistrare: `${isStruckOff ? 'RADIERE' : 'INREGISTRAT'} din data 12.05.2009`,
        data_inregistrare: '2009-05-12',
        cod_CAEN: '6201',
      },
      inregistrare_scop_Tva:
        ending === '49' ? null : { scpTVA: !isStruckOff && ending !== '27', perioade_TVA: [] },
      stare_inactiv: {
        statusInactivi: ending === '38',
        dataRadiere: isStruckOff || ending === '51' ? '2020-01-15' : ' ',
      },
    },
  ]
}
