import { type Fake, json } from './fake.ts'

/** `<action>:<score>:<anything>` */
const shape = /^(?<action>\w+):(?<score>[01](\.\d+)?):.+$/

/**
 * reCAPTCHA at `/recaptcha/siteverify`. The secret `recaptcha_<name>` names the namespace. A token contains its action
 * and score, and works once.
 */
export function recaptcha(): Fake {
  const used = new Set<string>()

  function verify(form: URLSearchParams): object {
    const refused = (...codes: string[]) => ({ success: false, 'error-codes': codes })
    const secret = form.get('secret') ?? ''
    const token = form.get('response') ?? ''
    if (!secret) return refused('missing-input-secret')
    if (!secret.startsWith('recaptcha_')) return refused('invalid-input-secret')
    if (!token) return refused('missing-input-response')
    const { action, score } = shape.exec(token)?.groups ?? {}
    if (!action || !score) return refused('invalid-input-response')
    const use = `${secret} ${token}`
    if (used.has(use)) return refused('timeout-or-duplicate')
    used.add(use)
    return {
      success: true,
      challenge_ts: new Date().toISOString(),
      hostname: 'localhost',
      score: Number(score),
      action,
    }
  }

  return {
    name: 'recaptcha',
    unit: 'checks',
    namespaceOf: (call) => (new URLSearchParams(call.body).get('secret') ?? '').replace(/^recaptcha_/, ''),
    async answer(call, count) {
      if (call.method !== 'POST' || call.path !== '/siteverify') return json(404, {})
      count(1)
      return json(200, verify(new URLSearchParams(call.body)))
    },
  }
}
