import { api } from '#web/lib/api-client.ts'
import { readDraft, saveDraft } from '#web/lib/draft.ts'

const DRAFT = 'sign-up'

/** What the visitor signed up with. A reload continues with it. */
export type SentEmail = { email: string; phoneNumber?: string | undefined }

export const keepSentEmail = (sent: SentEmail): void => saveDraft(DRAFT, JSON.stringify(sent))

export const forgetSentEmail = (): void => saveDraft(DRAFT, '')

export function keptSentEmail(): SentEmail | undefined {
  const draft = readDraft(DRAFT)
  return draft ? JSON.parse(draft) : undefined
}

type Settings = { siteKey: string | null | undefined; invitation: string | null }

export async function sendEmail({ email, phoneNumber }: SentEmail, { siteKey, invitation }: Settings) {
  const recaptchaToken = await recaptchaTokenFor(siteKey)
  const response = await api.register.init.$post({
    json: {
      email,
      ...(phoneNumber ? { phoneNumber } : {}),
      ...(recaptchaToken ? { recaptchaToken } : {}),
      ...(invitation ? { invitation } : {}),
    },
  })
  return await response.json()
}

async function recaptchaTokenFor(siteKey: string | null | undefined): Promise<string | undefined> {
  if (!siteKey) return undefined
  return await import('./recaptcha.ts').then(
    ({ requestRecaptchaToken }) => requestRecaptchaToken(siteKey),
    () => undefined,
  )
}
