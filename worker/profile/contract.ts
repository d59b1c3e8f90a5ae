import * as z from 'zod'

export const EMAIL_CHANGE_LIFE_SECONDS = 86_400

const EMAIL_EXPECTED = 'Please enter a valid email address'
const MAX_EMAIL_LENGTH = 254
const MAX_SECRET_LENGTH = 128

export const emailChangeSchema = z.object({
  email: z
    .string(EMAIL_EXPECTED)
    .trim()
    .toLowerCase()
    .max(MAX_EMAIL_LENGTH, EMAIL_EXPECTED)
    .pipe(z.email(EMAIL_EXPECTED)),
})

export const emailChangeTokenSchema = z.object({
  token: z
    .string('The link is not valid')
    .min(1, 'The link is not valid')
    .max(MAX_SECRET_LENGTH, 'The link is not valid'),
})

/** A change that waits for its confirmations. */
export type EmailChange = {
  email: string
  isCurrentConfirmed: boolean
  isNewConfirmed: boolean
  expiresAt: string
}

/** What a link confirms. `email` is the new address; `address` is the one that received the link. */
export type EmailChangeLink = { email: string; address: 'current' | 'new'; isConfirmed: boolean }

/** `isChanged` is false while the other address hasn't confirmed. */
export type ConfirmedEmailChange = { email: string; address: 'current' | 'new'; isChanged: boolean }

type NamedOrganization = { id: string; name: string }

/** What deleting the account would do. */
export type AccountDeletion = {
  /** Organizations with other members but no other admin. They must get an admin or be deleted first. */
  blockedBy: NamedOrganization[]
  /** Organizations without other members. They are deleted with the account. */
  organizations: NamedOrganization[]
}

export const preferencesSchema = z.object({
  /** Emails at 80, 90 and 100 % of the quota of organizations that the user is an admin of. */
  quotaEmails: z.boolean('Choose whether to receive quota emails'),
})
export type Preferences = z.infer<typeof preferencesSchema>
