import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { identity, instant } from './columns.ts'
import { invitations } from './organizations.ts'

/** No account exists before the address is verified. Only the browser that began the sign-up may use `password`. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: identity(),
    email: text().notNull(),
    token: text().notNull(),
    browser: text().notNull(),
    phoneNumber: text(),
    password: text(),
    invitationId: integer().references(() => invitations.id, { onDelete: 'set null' }),
    code: text(),
    codeAttempts: integer().notNull().default(0),
    codeExpiresAt: instant(),
    openedAt: instant(),
    finishedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    unique('sign_ups_token_key').on(table.token),
    index('sign_ups_email_idx').on(table.email),
    index('sign_ups_expires_at_idx').on(table.expiresAt),
    index('sign_ups_invitation_id_idx').on(table.invitationId),
  ],
)
