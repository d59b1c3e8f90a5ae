import * as z from 'zod'
import { secret } from '#worker/accounts/contract.ts'
import { email, line } from '#worker/lib/text.ts'

export const EMAIL_CHANGE_LIFE_SECONDS = 86_400

export const emailChangeSchema = z.object({
  email: email('Please enter a valid email address'),
})

export const emailChangeTokenSchema = z.object({ token: secret("The link isn't valid") })

export type EmailChange = {
  email: string
  isCurrentConfirmed: boolean
  isNewConfirmed: boolean
  expiresAt: string
}

export type ConfirmedEmailChange = { email: string; address: 'current' | 'new'; isChanged: boolean }
export type EmailChangeLink = ConfirmedEmailChange & { isConfirmed: boolean }

type NamedOrganization = { id: string; name: string }

export type AccountDeletion = {
  blockedBy: NamedOrganization[]
  /** Organizations without other members. They are deleted with the account. */
  organizations: NamedOrganization[]
}

export const preferencesSchema = z.object({
  quotaEmails: z.boolean('Choose whether to receive quota emails'),
})
export type Preferences = z.infer<typeof preferencesSchema>

const MAX_NAME_LENGTH = 80

const nameSchema = line('The name', { max: MAX_NAME_LENGTH, messageIfMissing: 'Enter a name' })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    // Offsets such as +01:00 are no time zones: they have no summer time.
    return /^[A-Z]/i.test(name)
  } catch {
    return false
  }
}

export const personNameSchema = z.object({ firstName: nameSchema, lastName: nameSchema })

/** Empty names are removed. Without a time zone, screens show the browser's. */
export const profileSchema = z
  .object({
    ...personNameSchema.partial().shape,
    timeZone: z
      .string('Choose a time zone')
      .max(64, 'Choose a time zone')
      .refine(isTimeZone, 'Choose a time zone')
      .nullable()
      .optional(),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change')
export type ProfileChanges = z.infer<typeof profileSchema>

export type Profile = { firstName: string | null; lastName: string | null; timeZone: string | null }
