import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, openWorker, type TestWorker } from '#tests/worker/harness.ts'
import { createContext } from '#worker/context.ts'
import { lookUp } from '#worker/registers/look-up.ts'
import { type RegisterCaller, sharesOf } from '#worker/registers/shares.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { numbersOf, take } from './register-customer.ts'

let worker: TestWorker
let afterwards: Promise<unknown>[] = []
beforeAll(async () => {
  worker = await openWorker('register_shares')
})
afterEach(async () => {
  await Promise.allSettled(afterwards)
  afterwards = []
  for (const register of ['uid', 'vies']) await setMode(register, 'normal')
  const keys = (await worker.redis('KEYS', 'register:*')) as string[]
  if (keys.length > 0) await worker.redis('DEL', ...keys)
})

const setMode = (register: string, mode: 'normal' | 'slow', ms = 0) =>
  worker.fakes.switchRegister({ namespace: worker.namespace, register, mode, ms })

/** Different numbers that the Swiss register holds. It allows 20 calls a minute. */
const swiss = numbersOf('CH.UID', { from: 105_000_000 }, (compact) => compact.slice(3))
const danish = numbersOf('DK.CVR', { from: 40_000_000 }, (compact) => `DK${compact}`)

let customers = 0
async function customer(tier: 'FREE' | 'PRO') {
  const member = await worker.signUp(`customer-${customers++}`)
  if (tier !== 'FREE') await worker.updateOrganization(member.organization.id, { tier })
  const { token } = await member.createToken({ permissions: { read: true, validation: true } })
  return (tin: string, options: Partial<ValidateRequest> = {}) =>
    worker.validate<ValidationResponse>(token, { countryCode: 'CH', tin, ...options })
}

const answeredBy = (register: string, answers: readonly Answer<ValidationResponse>[]) =>
  answers.filter(({ body }) => body.additionalInfo.register === register).length

describe('two FREE organizations that make 84 calls with `fresh: true`', () => {
  it.each(['FREE', 'PRO'] as const)('leave a %s customer all 14 answers', async (tier) => {
    const attackers = [await customer('FREE'), await customer('FREE')]
    const validate = await customer(tier)
    const attack = attackers.flatMap((attacker) =>
      take(swiss, 42).map((tin) => attacker(tin, { fresh: true })),
    )
    await Promise.race(attack)
    const answers = await Promise.all(take(swiss, 14).map((tin) => validate(tin)))
    expect(answeredBy('UID register', answers)).toBe(14)
    expect(answeredBy('UID register', await Promise.all(attack))).toBeGreaterThan(0)
  })
})

const FREE = (organizationId: string): RegisterCaller => ({ organizationId, isPaid: false })
const PAID = (organizationId: string): RegisterCaller => ({ organizationId, isPaid: true })

const lookUpAs = async (caller: RegisterCaller, compact: string, isFresh = false) => {
  const ctx = createContext(worker.settings, crypto.randomUUID(), (work) => void afterwards.push(work))
  const identifier = compact.startsWith('CHE') ? 'CH.UID' : 'DK.CVR'
  const request = { identifier, compact, requester: null }
  const oldest = isFresh ? Date.now() : 0
  const { cached } = await lookUp(ctx, request, { cacheKey: `answer:${compact}`, caller, oldest })
  return cached?.register
}

const count = async (register: string, lookUps: readonly Promise<string | undefined>[]) =>
  (await Promise.all(lookUps)).filter((answeredBy) => answeredBy === register).length

describe("a register's calls in a window", () => {
  it('are partly reserved for paid tiers, however many FREE organizations call', async () => {
    const attack = take(swiss, 24).map((number, index) => lookUpAs(FREE(`org_free_${index}`), number))
    await Promise.race(attack)
    const paid = count(
      'uid',
      take(swiss, 4).map((number) => lookUpAs(PAID('org_paid'), number)),
    )
    expect(await paid).toBe(4)
    expect(await count('uid', attack)).toBeLessThan(20)
  })

  it('are partly reserved for other organizations when a paid one makes many', async () => {
    const first = take(swiss, 22).map((number) => lookUpAs(PAID('org_first'), number))
    await Promise.race(first)
    const others = take(swiss, 5).map((number) => lookUpAs(PAID('org_other'), number))
    expect(await count('uid', others)).toBe(5)
    expect(await count('uid', first)).toBeLessThan(20)
  })
})

describe('the calls in flight to a register', () => {
  it('can all belong to one organization while no other one waits', async () => {
    await setMode('vies', 'slow', 1_200)
    const calls = take(danish, 6).map((number) => lookUpAs(PAID('org_only'), number))
    await expect.poll(async () => Number(await worker.redis('ZCARD', 'register:permits:vies:DK'))).toBe(4)
    expect(await count('vies', calls)).toBe(6)
  })

  it.each([
    ['FREE', FREE],
    ['paid', PAID],
  ])('are shared with an organization that waits: both %s', async (_tier, as) => {
    const [many, few] = [take(danish, 60), take(danish, 3)]
    await setMode('vies', 'slow', 400)
    const hog = many.map((number) => lookUpAs(as('org_hog'), number))
    expect(
      await count(
        'vies',
        few.map((number) => lookUpAs(as('org_other'), number)),
      ),
    ).toBe(few.length)
    await Promise.all(hog)
  })

  it('never all belong to FREE organizations', async () => {
    await setMode('vies', 'slow', 1_200)
    const hogs = take(danish, 12).map((number, index) => lookUpAs(FREE(`org_free_${index}`), number))
    await expect.poll(async () => Number(await worker.redis('ZCARD', 'register:permits:vies:DK'))).toBe(3)
    const paid = lookUpAs(PAID('org_paid'), take(danish, 1)[0] ?? '')
    await expect
      .poll(async () => String(await worker.redis('ZRANGE', 'register:permits:vies:DK', '0', '-1')))
      .toContain('org_paid')
    expect(await paid).toBe('vies')
    await Promise.all(hogs)
  })
})

it('answers one organization about a number whose look-up was refused to another', async () => {
  const [used = '', wanted = ''] = take(swiss, 2)
  await lookUpAs(FREE('org_attacker'), used, true)
  const refused = lookUpAs(FREE('org_attacker'), wanted, true)
  expect(await lookUpAs(FREE('org_other'), wanted)).toBe('uid')
  await refused
})

it.each([
  { limit: 20, isPaid: true, isFresh: false, organization: 15, tier: 20 },
  { limit: 20, isPaid: true, isFresh: true, organization: 5, tier: 20 },
  { limit: 20, isPaid: false, isFresh: false, organization: 15, tier: 16 },
  { limit: 20, isPaid: false, isFresh: true, organization: 1, tier: 16 },
  { limit: 2, isPaid: false, isFresh: false, organization: 1, tier: 1 },
  { limit: 1, isPaid: false, isFresh: true, organization: 1, tier: 1 },
])(
  'gives an organization $organization and its tier $tier of $limit calls (paid: $isPaid, fresh: $isFresh)',
  ({ limit, isPaid, isFresh, ...shares }) => {
    expect(sharesOf(limit, { organizationId: 'org_a', isPaid }, isFresh)).toEqual(shares)
  },
)
