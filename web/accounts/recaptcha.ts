import { loadScript } from '#web/lib/load-script.ts'

type Recaptcha = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
const SLOW_MS = 10_000

async function load(siteKey: string): Promise<Recaptcha> {
  await loadScript(`${SCRIPT}?render=${encodeURIComponent(siteKey)}`)
  const { grecaptcha } = window
  if (!grecaptcha) throw new Error(`${SCRIPT} defines no grecaptcha`)
  await new Promise<void>((then) => grecaptcha.ready(then))
  return grecaptcha
}

export function preloadRecaptcha(siteKey: string): void {
  load(siteKey).catch(() => undefined)
}

const tooLate = () =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), SLOW_MS)
  })

export async function requestRecaptchaToken(siteKey: string): Promise<string | undefined> {
  const proof = async () => (await load(siteKey)).execute(siteKey, { action: 'signup' })
  return await Promise.race([proof().catch(() => undefined), tooLate()])
}
