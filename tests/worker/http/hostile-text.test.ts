import { beforeEach, describe, expect, it } from 'vitest'
import { type ErrorBody, type Member, openWorker } from '#tests/worker/harness.ts'
import { encryptSecret, generateTotpSecret } from '#worker/accounts/two-factor/secret.ts'
import { app } from '#worker/app.ts'
import { validationRoutes } from '#worker/validation/routes.ts'

let administrator: Member
const worker = await openWorker('hostile_text')

/** A session has 1,000 calls a minute. */
const TESTS_PER_SESSION = 20
let tests = 0
beforeEach(async () => {
  if (tests++ % TESTS_PER_SESSION !== 0) return
  administrator = await worker.signUp(`of-hostile-text-${tests}`)
  await worker.sql`update users set role = 'system_admin' where id = ${administrator.user.id}`
  await worker.enableTwoFactor(administrator)
  const { id } = administrator.user
  const secret = await encryptSecret(worker.context().settings, id, generateTotpSecret())
  await worker.sql`update two_factors set encrypted_secret = ${secret} where user_id = ${id}`
  await worker.confirmPassword(administrator)
})

const routes = [...app.routes, ...validationRoutes.routes]
  .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/logout'))
  .map(({ method, path }) => ({ method, path, route: `${method} ${path}` }))
  .filter(({ route }, index, all) => all.findIndex((other) => other.route === route) === index)

/** Valid for every call that has such a field. */
const fields = () => ({
  email: 'someone@example.test',
  password: 'correct horse battery',
  currentPassword: 'not the right one',
  confirmPassword: 'correct horse battery',
  newPassword: 'another password',
  disabled: false,
  name: 'Some name',
  token: 'nobodys-token',
  organizationId: administrator.organization.id,
  userId: 1,
  role: 'member',
  tier: 'PRO',
  status: 'ACTIVE',
  vatNumber: 'DE136695976',
  countryCode: 'DE',
  tin: '136695976',
  type: 'DE.VAT',
  code: '123456',
  recaptchaToken: 'a token',
  quotaEmails: true,
  plan: 'PRO',
  transactionId: 'txn_01h04vsbhqc62t8hmd4z3b578c',
  subject: 'Some subject',
  category: 'other',
  priority: 'normal',
  message: 'Some message',
  answer: '{}',
  signature: 'Some signature',
  secret: 'Some secret',
  step: 'done',
  reason: 'Some reason',
  state: 'closed',
  companyName: 'A company',
  country: 'DE',
  address: 'Hauptstraße 1',
  city: 'Berlin',
  region: 'Berlin',
  postalCode: '10115',
})

const queryNames = [
  'endpoint',
  'tokenId',
  'day',
  'before',
  'after',
  'from',
  'to',
  'invitation',
  'search',
  'error',
]

describe('NUL', () => refuses('\0', '%00'))
describe('a lone surrogate', { tags: 'deep' }, () => refuses('\ud800', '%ED%A0%80'))

function refuses(character: string, encoded: string) {
  it.each(routes.filter(({ path }) => path.includes(':')))(
    'is an ordinary error in the path of $route',
    async ({ method, path }) => {
      for (const id of [encoded, `1${encoded}`, `a${encoded}b`]) {
        const { status } = await administrator.call(path.replaceAll(/:\w+/g, id), {
          method,
          ...(method !== 'GET' && { body: fields() }),
        })
        expect([400, 404, 422]).toContain(status)
      }
    },
  )

  it.each(routes.filter(({ method }) => method === 'GET'))(
    'is no server error in the query of $route',
    async ({ path }) => {
      const call = async (names: readonly string[]) => {
        const query = names.map((name) => `&${name}=a${encoded}`).join('')
        const { status, body } = await administrator.call<Partial<ErrorBody>>(
          `${path}?email=a@example.test${query}`,
        )
        expect(status, query).toBeLessThan(500)
        return { status, refused: body?.details?.map((detail) => detail.path) ?? [] }
      }
      const { organizationId: _, ...rest } = fields()
      await call(['organizationId'])
      // What is refused even without these is refused before they are read.
      const { status: otherwise } = await call([])
      const isRefused = (status: number) => status >= 400 && status !== otherwise
      let left = [...Object.keys(rest), ...queryNames]
      for (let all = await call(left); isRefused(all.status); all = await call(left)) {
        if (all.refused.length === 0) for (const name of left) await call([name])
        left = left.filter((name) => all.refused.length > 0 && !all.refused.includes(name))
      }
    },
  )

  it.each(routes.filter(({ method }) => method !== 'GET'))(
    'is no server error in the body of $route',
    async ({ method, path }) => {
      const values = fields()
      const refusedFields = async (changed: object) => {
        const { status, body } = await administrator.call(path.replaceAll(/:\w+/g, '1'), {
          method,
          body: { ...values, ...changed },
        })
        expect(status, JSON.stringify(changed)).toBeLessThan(500)
        return body?.details?.flatMap(({ path: name }) => (name in changed ? [name] : [])) ?? []
      }
      const hostile = (names: readonly string[]) =>
        Object.fromEntries(
          Object.entries(values).flatMap(([name, value]) =>
            names.includes(name) ? [[name, `${value}${character}`]] : [],
          ),
        )
      const { organizationId, ...rest } = values
      const names = Object.keys(rest)
      const read = await refusedFields(Object.fromEntries(names.map((name) => [name, {}])))
      for (const name of ['organizationId', ...read]) await refusedFields(hostile([name]))
      expect(await refusedFields(hostile(names.filter((name) => !read.includes(name))))).toEqual([])
    },
  )
}
