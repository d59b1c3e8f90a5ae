import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type Fake, json, type Reply } from '#tests/fakes/fake.ts'
import * as all from './all.ts'
import { withChangedCompanies } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const byId = new Map(Object.values<FakeRegister>(all).map((fake) => [fake.id, fake]))

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
/** Answers like any other: no number is listed, or each has another name. */
type RegisterLie = 'denies' | 'renames'
export type RegisterMode = (typeof REGISTER_MODES)[number] | RegisterLie

export type RegisterChange = {
  namespace: string
  register: string
  mode: RegisterMode
  times?: number
  ms?: number
}

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
const JSON_TYPE = { 'content-type': 'application/json' }

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

  async function answer(fake: FakeRegister, call: Call, { mode, ms, changed }: Switch): Promise<Reply> {
    if (mode === 'slow') await sleep(ms)
    if (mode === 'hang') await changed
    const own = () => fake.answer(call, { swapped: mode === 'swapped' })
    const withBody = (body: string): Reply => ({ status: 200, headers: JSON_TYPE, body })
    const disturbed: Partial<Record<RegisterMode, () => Reply>> = {
      hang: () => html(504, 'Gateway Time-out'),
      down: () => fake.unavailable?.(call) ?? html(503, 'Service Unavailable'),
      throttled: () => fake.throttled?.(call) ?? html(429, 'Too Many Requests'),
      html: () => html(200, 'The requested URL was rejected'),
      empty: () => withBody(''),
      cut: () => ({ ...own(), body: own().body.slice(0, own().body.length / 2) }),
      huge: () => withBody(`{"x":"${'x'.repeat(HUGE)}"}`),
      redirect: () => ({ status: 302, headers: { location: '' }, body: '' }),
      deep: () => withBody('['.repeat(DEPTH) + ']'.repeat(DEPTH)),
      notfound: () => html(404, 'Not Found'),
      partial: () => ({ ...own(), status: 206 }),
      nocontent: () => ({ status: 204, body: '' }),
      denies: () => withChangedCompanies(() => undefined, own),
      renames: () => withChangedCompanies((company) => ({ ...company, name: 'Renamed' }), own),
    }
    return (disturbed[mode] ?? own)()
  }

  return {
    name: 'registers',
    unit: 'calls',
    namespaceOf: (call) => placeOf(call).namespace,
    controls: {
      registers: ({
        namespace,
        register,
        mode,
        times = Number.POSITIVE_INFINITY,
        ms = 1000,
      }: RegisterChange) => {
        const key = `${namespace}/${register}`
        switches.get(key)?.change()
        switches.delete(key)
        const { promise, resolve } = Promise.withResolvers<void>()
        if (mode !== 'normal') switches.set(key, { mode, ms, left: times, changed: promise, change: resolve })
      },
      'registers-tally': ({ namespace, register }: Pick<RegisterChange, 'namespace' | 'register'>) =>
        tallyOf(`${namespace}/${register}`),
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
        const disturbed = take(key, id)
        const asked = { ...call, path }
        return disturbed ? await answer(fake, asked, disturbed) : fake.answer(asked, { swapped: false })
      } finally {
        tally.atOnce--
      }
    },
    stop: async () => {
      for (const one of switches.values()) one.change()
    },
  }
}
