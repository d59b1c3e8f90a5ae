import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** HTTP status and code by the last two digits. Other numbers are valid, or not assigned (404). */
const others: Readonly<Record<string, readonly [number, string]>> = {
  '21': [200, 'evatr-0003'],
  '22': [200, 'evatr-2008'],
  '23': [404, 'evatr-2002'],
  '24': [404, 'evatr-2006'],
  '31': [503, 'evatr-0011'],
  '32': [500, 'evatr-1001'],
  '33': [500, 'evatr-2004'],
  '34': [400, 'evatr-0004'],
  '35': [403, 'evatr-0006'],
  '36': [400, 'evatr-9999'],
}

/** POST /app/v1/abfrage. */
export const evatr: FakeRegister = {
  id: 'evatr',
  throttled: () => json(429, { status: 'evatr-0010' }),
  answer: (call, { swapped }) => {
    if (call.method !== 'POST' || call.path !== '/app/v1/abfrage') return html(404, 'Not Found')
    const {
      anfragendeUstid = '',
      angefragteUstid = '',
    }: { anfragendeUstid?: string; angefragteUstid?: string } = JSON.parse(call.body)
    const reply = (status: number, code: string, fields = {}) =>
      json(status, {
        id: '5f1c9ad0-8a1d-4a9a-9d0e-0f6f2b0c7f11',
        angefragteUstid: swapped ? 'ATU00000000' : angefragteUstid,
        status: code,
        ...fields,
      })
    if (!/^DE\d{9}$/.test(anfragendeUstid)) return reply(400, 'evatr-0004')
    const [status, code] = others[angefragteUstid.slice(-2)] ?? []
    if (status !== undefined && code !== undefined) {
      return reply(
        status,
        code,
        code === 'evatr-2006' ? { gueltigAb: '2001-01-01', gueltigBis: '2020-12-31' } : {},
      )
    }
    return companyOf(angefragteUstid, 'SA') ? reply(200, 'evatr-0000') : reply(404, 'evatr-2001')
  },
}
