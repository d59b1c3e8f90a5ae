import * as z from 'zod'

/** `key` is the mail's own, `<event>/<id>`: whatever is sent twice under it arrives once. It holds no secret. */
export type Mail = { key: string; to: string; subject: string; html: string; text: string }

/** A mail as the database may hold it. */
export type SealedMail = { key: string; sealed: string }

export const mailContentSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
