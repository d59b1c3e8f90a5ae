import { bearer, type Call, type Fake, json, type Reply } from './fake.ts'

export type Contact = Readonly<Record<string, string>>
export type Refusal = 'ten-secondly' | 'daily' | 'conflict' | 'locked' | 'property' | 'token' | 'part'

const TOKEN = 'pat-eu1-'
export const hubspotToken = (namespace: string) => `${TOKEN}${namespace}`

/** Contact properties of this account. HubSpot refuses others. */
const properties = new Set(['email', 'company', 'lifecyclestage', 'tinproof_tier'])

const refuse = (status: number, category: string, message: string, more: object = {}) =>
  json(status, { status: 'error', message, correlationId: crypto.randomUUID(), category, ...more })

const rateLimit = (policyName: string, message: string) =>
  refuse(429, 'RATE_LIMITS', message, { errorType: 'RATE_LIMIT', policyName })

const unknownProperty = (name: string) =>
  refuse(
    400,
    'VALIDATION_ERROR',
    `Property values were not valid: [{"isValid":false,"message":"Property \\"${name}\\" does not exist","error":"PROPERTY_DOESNT_EXIST","name":"${name}"}]`,
  )

function batch(results: readonly object[]) {
  const at = new Date().toISOString()
  return { status: 'COMPLETE', results, requestedAt: at, startedAt: at, completedAt: at }
}

const refusals: Readonly<Record<Refusal, () => Reply>> = {
  'ten-secondly': () =>
    rateLimit('TEN_SECONDLY_ROLLING', 'You have reached your ten_secondly_rolling limit.'),
  daily: () => rateLimit('DAILY', 'You have reached your daily limit.'),
  locked: () => refuse(423, 'LOCKED', 'Object is locked. Try again in 2 seconds.'),
  conflict: () => refuse(409, 'CONFLICT', 'Contact already exists.'),
  property: () => unknownProperty('tinproof_tier'),
  /** With multi-status errors, each input that failed has its own error. */
  part: () =>
    json(207, {
      ...batch([]),
      numErrors: 1,
      errors: [{ status: 'error', category: 'VALIDATION_ERROR', message: 'Email address is invalid' }],
    }),
  token: () => refuse(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.'),
}

type Input = { idProperty?: unknown; id?: unknown; properties?: unknown }

function inputsOf(body: string): Input[] {
  const parsed: unknown = JSON.parse(body)
  const hasInputs = typeof parsed === 'object' && parsed !== null && 'inputs' in parsed
  return hasInputs && Array.isArray(parsed.inputs) ? parsed.inputs : []
}

/** HubSpot's contacts at `/hubspot`, one per email. The token names the namespace. */
export function hubspot(): Fake {
  const accounts = new Map<string, Map<string, Contact>>()
  const planned = new Map<string, { refusal: Refusal; times?: number }>()
  const contactsOf = (namespace: string) => {
    const contacts = accounts.get(namespace) ?? new Map<string, Contact>()
    accounts.set(namespace, contacts)
    return contacts
  }
  const namespaceOf = (call: Call) => bearer(call).replace(TOKEN, '')

  function takeRefusal(namespace: string): Reply | undefined {
    const plan = planned.get(namespace)
    if (!plan || plan.times === 0) return undefined
    if (plan.times !== undefined) plan.times--
    return refusals[plan.refusal]()
  }

  function upsert(namespace: string, { idProperty, id, properties: given }: Input): Reply | object {
    if (idProperty !== 'email' || typeof id !== 'string' || !id.includes('@')) {
      return refuse(400, 'VALIDATION_ERROR', 'Invalid input JSON')
    }
    const values = Object.entries(typeof given === 'object' && given !== null ? given : {})
    const unknown = values.find(([name]) => !properties.has(name))
    if (unknown) return unknownProperty(unknown[0])
    const contacts = contactsOf(namespace)
    const email = id.toLowerCase()
    const before = contacts.get(email)
    contacts.set(email, {
      ...before,
      ...Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
    })
    const at = new Date().toISOString()
    return {
      id: String([...contacts.keys()].indexOf(email) + 1),
      properties: contacts.get(email),
      createdAt: at,
      updatedAt: at,
      archived: false,
      new: before === undefined,
    }
  }

  return {
    name: 'hubspot',
    unit: 'upserts',
    namespaceOf,
    controls: {
      hubspot: ({ namespace, ...plan }: { namespace: string; refusal: Refusal; times?: number }) =>
        void planned.set(namespace, plan),
      'hubspot-contacts': ({ namespace }: { namespace: string }) => [...contactsOf(namespace).values()],
    },
    async answer(call, count) {
      if (!bearer(call).startsWith(TOKEN)) return refusals.token()
      if (call.method !== 'POST' || call.path !== '/crm/v3/objects/contacts/batch/upsert') {
        return refuse(404, 'OBJECT_NOT_FOUND', 'No such endpoint')
      }
      const namespace = namespaceOf(call)
      const refusal = takeRefusal(namespace)
      if (refusal) return refusal
      const results: object[] = []
      for (const input of inputsOf(call.body)) {
        count(1)
        const result = upsert(namespace, input)
        if ('body' in result) return result
        results.push(result)
      }
      return json(200, batch(results))
    },
  }
}
