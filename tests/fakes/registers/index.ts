import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type Fake, json, type Reply, text } from '#tests/fakes/fake.ts'
import { abn } from './abn.ts'
import { acra } from './acra.ts'
import { adis } from './adis.ts'
import { anaf } from './anaf.ts'
import { ares } from './ares.ts'
import { ariregister } from './ariregister.ts'
import { bolagsverket } from './bolagsverket.ts'
import { brreg } from './brreg.ts'
import { evatr } from './evatr.ts'
import { fia } from './fia.ts'
import { gcis } from './gcis.ts'
import { gleif } from './gleif.ts'
import { hacienda } from './hacienda.ts'
import { hkcr } from './hkcr.ts'
import { hmrc } from './hmrc.ts'
import { ica } from './ica.ts'
import { invoice } from './invoice.ts'
import { ised } from './ised.ts'
import { nts } from './nts.ts'
import { nzbn } from './nzbn.ts'
import { prh } from './prh.ts'
import { rdvat } from './rdvat.ts'
import { receita } from './receita.ts'
import { type FakeRegister, html } from './register.ts'
import { rpo } from './rpo.ts'
import { rues } from './rues.ts'
import { ruz } from './ruz.ts'
import { sirene } from './sirene.ts'
import { uid } from './uid.ts'
import { vies } from './vies.ts'
import { whitelist } from './whitelist.ts'

const fakes: readonly FakeRegister[] = [
  vies,
  evatr,
  brreg,
  hmrc,
  abn,
  adis,
  ares,
  anaf,
  prh,
  uid,
  nts,
  sirene,
  receita,
  acra,
  gcis,
  fia,
  nzbn,
  invoice,
  ruz,
  rpo,
  ica,
  ised,
  ariregister,
  hacienda,
  hkcr,
  rues,
  bolagsverket,
  rdvat,
  whitelist,
  gleif,
]
const byId = new Map(fakes.map((fake) => [fake.id, fake]))

/**
 * `down` and `throttled` are the register's own answers, `cut` is half an answer, `swapped` is about another number,
 * `huge` is 10 MB, `redirect` never ends, `deep` is JSON of 50,000 levels, `notfound` is not the register's own 404,
 * `partial` is 206 and `nocontent` 204.
 */
export const REGISTER_MODES = [
  'normal',
  'slow',
  'hang',
  'down',
  'throttled',
  'html',
  'empty',
  'cut',
  'swapped',
  'huge',
  'redirect',
  'deep',
  'notfound',
  'partial',
  'nocontent',
] as const
export type RegisterMode = (typeof REGISTER_MODES)[number]

interface Switch {
  readonly mode: RegisterMode
  readonly ms: number
  left: number
  readonly changed: Promise<void>
  change: () => void
}
export interface RegisterTally {
  calls: number
  atOnce: number
  peak: number
}

const DEPTH = 50_000
const HUGE = 10 * 1024 * 1024

/**
 * The registers at `/registers/<namespace>/<register>/…`. POST /control/registers changes a register in one namespace,
 * or in all (`*`).
 */
export function registers(): Fake {
  const switches = new Map<string, Switch>()
  const tallies = new Map<string, RegisterTally>()

  const placeOf = (call: Call) => {
    const [, namespace = '', id = '', ...rest] = call.path.split('/')
    return { namespace, id, key: `${namespace}/${id}`, path: `/${rest.join('/')}` }
  }
  const tallyOf = (key: string) => {
    const tally = tallies.get(key) ?? { calls: 0, atOnce: 0, peak: 0 }
    tallies.set(key, tally)
    return tally
  }
  const take = (key: string, id: string): Switch | undefined => {
    const found = [key, `*/${id}`].map((name) => switches.get(name)).find((one) => one && one.left > 0)
    if (found) found.left--
    return found
  }

  async function answer(fake: FakeRegister, call: Call, disturbed: Switch | undefined): Promise<Reply> {
    switch (disturbed?.mode ?? 'normal') {
      case 'normal':
        return fake.answer(call, { swapped: false })
      case 'slow':
        await sleep(disturbed?.ms)
        return fake.answer(call, { swapped: false })
      case 'hang':
        await disturbed?.changed
        return html(504, 'Gateway Time-out')
      case 'down':
        return fake.unavailable?.(call) ?? html(503, 'Service Unavailable')
      case 'throttled':
        return fake.throttled?.(call) ?? html(429, 'Too Many Requests')
      case 'html':
        return html(200, 'The requested URL was rejected')
      case 'empty':
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '' }
      case 'cut': {
        const whole = fake.answer(call, { swapped: false })
        return { ...whole, body: whole.body.slice(0, whole.body.length / 2) }
      }
      case 'swapped':
        return fake.answer(call, { swapped: true })
      case 'huge':
        return {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: `{"x":"${'x'.repeat(HUGE)}"}`,
        }
      case 'redirect':
        return { status: 302, headers: { location: '' }, body: '' }
      case 'deep':
        return {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: '['.repeat(DEPTH) + ']'.repeat(DEPTH),
        }
      case 'notfound':
        return html(404, 'Not Found')
      case 'partial':
        return { ...fake.answer(call, { swapped: false }), status: 206 }
      case 'nocontent':
        return { status: 204, body: '' }
    }
  }

  return {
    name: 'registers',
    unit: 'calls',
    namespaceOf: (call) => placeOf(call).namespace,
    controls: {
      registers: async (input) => {
        const key = `${text(input, 'namespace')}/${text(input, 'register')}`
        switches.get(key)?.change()
        switches.delete(key)
        const mode = REGISTER_MODES.find((one) => one === (input.mode ?? 'normal'))
        if (!mode) throw new Error(`"mode" must be one of ${REGISTER_MODES.join(', ')}`)
        if (mode === 'normal') return {}
        const { promise, resolve } = Promise.withResolvers<void>()
        const left = typeof input.times === 'number' ? input.times : Number.POSITIVE_INFINITY
        switches.set(key, {
          mode,
          ms: typeof input.ms === 'number' ? input.ms : 1000,
          left,
          changed: promise,
          change: resolve,
        })
        return {}
      },
      'registers-tally': async (input) => ({
        ...tallyOf(`${text(input, 'namespace')}/${text(input, 'register')}`),
      }),
    },
    async answer(call, count) {
      const { id, key, path } = placeOf(call)
      const fake = byId.get(id)
      if (!fake) return json(404, { error: `no register ${id}` })
      count(1)
      const tally = tallyOf(key)
      tally.calls++
      tally.atOnce++
      tally.peak = Math.max(tally.peak, tally.atOnce)
      try {
        return await answer(fake, { ...call, path }, take(key, id))
      } finally {
        tally.atOnce--
      }
    },
    stop: async () => {
      for (const one of switches.values()) one.change()
    },
  }
}
