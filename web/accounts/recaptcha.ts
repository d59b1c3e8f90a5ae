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

let loading: Promise<Recaptcha> | undefined

function load(siteKey: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`
    script.async = true
    const fail = () => {
      loading = undefined
      script.remove()
      reject(new Error('reCAPTCHA could not be loaded'))
    }
    script.onerror = fail
    script.onload = () => {
      const { grecaptcha } = window
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else fail()
    }
    document.head.append(script)
  })
  return loading
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
