import * as z from 'zod'

/** What a browser needs to know of the settings; public. */
const publicSettingsSchema = z.object({
  supportEmail: z.email(),
  docsUrl: z.url().nullable(),
})

export type PublicSettings = z.infer<typeof publicSettingsSchema>
