import { relations } from 'drizzle-orm'
import { sessions, twoFactors, users } from './accounts.ts'
import { subscriptions } from './billing.ts'
import { memberships, organizations, quotas } from './organizations.ts'
import { supportMessages, supportRequests } from './support.ts'
import { apiTokens } from './tokens.ts'

export const userRelations = relations(users, ({ one, many }) => ({
  twoFactor: one(twoFactors),
  memberships: many(memberships),
}))

export const twoFactorRelations = relations(twoFactors, ({ one }) => ({
  user: one(users, { fields: [twoFactors.userId], references: [users.id] }),
}))

export const sessionRelations = relations(sessions, ({ one }) => ({
  user: one(users, { fields: [sessions.userId], references: [users.id] }),
}))

export const organizationRelations = relations(organizations, ({ one, many }) => ({
  quota: one(quotas),
  subscription: one(subscriptions),
  tokens: many(apiTokens),
}))

export const membershipRelations = relations(memberships, ({ one }) => ({
  user: one(users, { fields: [memberships.userId], references: [users.id] }),
  organization: one(organizations, {
    fields: [memberships.organizationId],
    references: [organizations.id],
  }),
}))

export const quotaRelations = relations(quotas, ({ one }) => ({
  organization: one(organizations, { fields: [quotas.organizationId], references: [organizations.id] }),
}))

export const subscriptionRelations = relations(subscriptions, ({ one }) => ({
  organization: one(organizations, {
    fields: [subscriptions.organizationId],
    references: [organizations.id],
  }),
}))

export const tokenRelations = relations(apiTokens, ({ one }) => ({
  organization: one(organizations, { fields: [apiTokens.organizationId], references: [organizations.id] }),
}))

export const supportRequestRelations = relations(supportRequests, ({ one, many }) => ({
  organization: one(organizations, {
    fields: [supportRequests.organizationId],
    references: [organizations.id],
  }),
  messages: many(supportMessages),
}))

export const supportMessageRelations = relations(supportMessages, ({ one }) => ({
  request: one(supportRequests, { fields: [supportMessages.requestId], references: [supportRequests.id] }),
  administrator: one(users, { fields: [supportMessages.answeredBy], references: [users.id] }),
}))
