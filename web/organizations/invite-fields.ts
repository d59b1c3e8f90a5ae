import type * as z from 'zod'
import { inviteSchema, memberRoleSchema } from '#worker/organizations/contract.ts'

/** What the form asks: the call's address, and a role that is always chosen. */
export const inviteFieldsSchema = inviteSchema.pick({ email: true }).extend({ role: memberRoleSchema })

export type InviteFields = z.infer<typeof inviteFieldsSchema>
