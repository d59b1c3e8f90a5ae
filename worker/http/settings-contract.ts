import * as z from 'zod'

/** What a browser needs to know of the settings; public. */
const publicSettingsSchema = z.object({
  supportEmail: z.email(),
  docsUrl: z.url(),
  /** Whether people can sign in with Google. */
  googleSignIn: z.boolean(),
  /** Of reCAPTCHA v3; null where sign-up asks for no proof. */
  recaptchaSiteKey: z.string().nullable(),
})

export type PublicSettings = z.infer<typeof publicSettingsSchema>
