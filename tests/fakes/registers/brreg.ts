import { type Call, json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** Harmful unless it is shown as text. */
export const MARKUP = '<img src=x onerror="alert(1)"> & {{7*7}} \u202e\u0000AS'

const path = /^\/(enheter|underenheter)(?:\/(\d{9}))?$/

/**
 * GET /enheter/{orgnr} and /underenheter/{orgnr}, whose 404 is empty, and search in both. The last two digits decide:
 * 10 and 11 removed for legal reasons, 25 deleted, 36 not in the VAT register, 41 bankrupt, 58 branch, 69 found only by
 * search, 71 unknown while search is down, 84 markup in the name.
 */
export const brreg: FakeRegister = {
  id: 'brreg',
  throttled: () => json(429, { status: 429, feilmelding: 'For mange kall' }, { 'retry-after': '5' }),
  answer: (call, { swapped }) => {
    const [, room, number = ''] = path.exec(call.path) ?? []
    if (!room) return json(400, { status: 400, feilmelding: 'Feilaktig forespørsel ved validering' })
    if (number === '') return search(call)
    if (/(?:69|71)$/.test(number)) return { status: 404, body: '' }
    const isBranch = number.endsWith('58')
    const company = isBranch === (room === 'underenheter') ? companyOf(number, 'AS') : undefined
    if (!company) return { status: 404, body: '' }
    if (number.endsWith('10')) {
      return json(410, { organisasjonsnummer: number, slettedato: '2023-06-30' })
    }
    if (number.endsWith('11')) return json(410, { organisasjonsnummer: number })
    const unit = {
      organisasjonsnummer: swapped ? '974760673' : number,
      navn: number.endsWith('84') ? MARKUP : company.name.toUpperCase(),
      organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
    }
    if (number.endsWith('25')) {
      return json(200, { ...unit, slettedato: '2024-03-31', respons_klasse: 'SlettetEnhet' })
    }
    return json(200, {
      ...unit,
      registrertIMvaregisteret: !number.endsWith('36'),
      [isBranch ? 'beliggenhetsadresse' : 'forretningsadresse']: {
        land: 'Norge',
        postnummer: company.postcode.slice(0, 4),
        poststed: company.city.toUpperCase(),
        adresse: [company.street],
      },
      ...(!isBranch && {
        konkurs: number.endsWith('41'),
        underAvvikling: false,
        underTvangsavviklingEllerTvangsopplosning: false,
      }),
    })
  },
}

function search(call: Call) {
  const number = call.query.get('organisasjonsnummer') ?? ''
  if (number.endsWith('71')) return html(503, 'Service Unavailable')
  const totalElements = number.endsWith('69') ? 1 : 0
  return json(200, {
    ...(totalElements > 0 && { _embedded: { enheter: [{ organisasjonsnummer: number }] } }),
    page: { size: 20, totalElements, totalPages: totalElements, number: 0 },
  })
}
