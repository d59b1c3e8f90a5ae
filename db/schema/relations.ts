import { relations } from 'drizzle-orm'
import { recoveryCodes, sessions, twoFactors, users } from './accounts.ts'
import { activityDays, apiActivities } from './activity.ts'
import { billingDetails, paymentJobs, paymentTransactions, subscriptions } from './billing.ts'
import { invitations, memberships, organizations, quotas } from './organizations.ts'
import { projects } from './projects.ts'
import { supportMessages, supportRequests } from './support.ts'
import { apiTokens } from './tokens.ts'

export const userRelations = relations(users, ({ one, many }) => ({
  twoFactor: one(twoFactors),
  recoveryCodes: many(recoveryCodes),
  memberships: many(memberships),
  sessions: many(sessions),
  sentInvitations: many(invitations),
  createdTokens: many(apiTokens),
  transactions: many(paymentTransactions),
}))

export const twoFactorRelations = relations(twoFactors, ({ one }) => ({
  user: one(users, { fields: [twoFactors.userId], references: [users.id] }),
}))

export const recoveryCodeRelations = relations(recoveryCodes, ({ one }) => ({
  user: one(users, { fields: [recoveryCodes.userId], references: [users.id] }),
}))

export const sessionRelations = relations(sessions, ({ one }) => ({
  user: one(users, { fields: [sessions.userId], references: [users.id] }),
}))

export const organizationRelations = relations(organizations, ({ one, many }) => ({
  quota: one(quotas),
  subscription: one(subscriptions),
  billingDetails: one(billingDetails),
  memberships: many(memberships),
  invitations: many(invitations),
  tokens: many(apiTokens),
  projects: many(projects),
  activities: many(apiActivities),
  activityDays: many(activityDays),
  transactions: many(paymentTransactions),
  paymentJobs: many(paymentJobs),
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

export const invitationRelations = relations(invitations, ({ one }) => ({
  organization: one(organizations, {
    fields: [invitations.organizationId],
    references: [organizations.id],
  }),
  inviter: one(users, { fields: [invitations.invitedBy], references: [users.id] }),
}))

export const tokenRelations = relations(apiTokens, ({ one, many }) => ({
  organization: one(organizations, { fields: [apiTokens.organizationId], references: [organizations.id] }),
  creator: one(users, { fields: [apiTokens.createdBy], references: [users.id] }),
  activities: many(apiActivities),
}))

export const projectRelations = relations(projects, ({ one }) => ({
  organization: one(organizations, { fields: [projects.organizationId], references: [organizations.id] }),
  token: one(apiTokens, { fields: [projects.apiKey], references: [apiTokens.token] }),
}))

export const activityRelations = relations(apiActivities, ({ one }) => ({
  organization: one(organizations, {
    fields: [apiActivities.organizationId],
    references: [organizations.id],
  }),
  token: one(apiTokens, { fields: [apiActivities.tokenId], references: [apiTokens.id] }),
}))

export const activityDayRelations = relations(activityDays, ({ one }) => ({
  organization: one(organizations, {
    fields: [activityDays.organizationId],
    references: [organizations.id],
  }),
}))

export const transactionRelations = relations(paymentTransactions, ({ one }) => ({
  organization: one(organizations, {
    fields: [paymentTransactions.organizationId],
    references: [organizations.id],
  }),
  user: one(users, { fields: [paymentTransactions.userId], references: [users.id] }),
}))

export const subscriptionRelations = relations(subscriptions, ({ one }) => ({
  organization: one(organizations, {
    fields: [subscriptions.organizationId],
    references: [organizations.id],
  }),
}))

export const billingDetailsRelations = relations(billingDetails, ({ one }) => ({
  organization: one(organizations, {
    fields: [billingDetails.organizationId],
    references: [organizations.id],
  }),
}))

export const paymentJobRelations = relations(paymentJobs, ({ one }) => ({
  organization: one(organizations, { fields: [paymentJobs.organizationId], references: [organizations.id] }),
}))

export const supportRequestRelations = relations(supportRequests, ({ one, many }) => ({
  user: one(users, { fields: [supportRequests.userId], references: [users.id] }),
  messages: many(supportMessages),
}))

export const supportMessageRelations = relations(supportMessages, ({ one }) => ({
  request: one(supportRequests, { fields: [supportMessages.requestId], references: [supportRequests.id] }),
  administrator: one(users, { fields: [supportMessages.answeredBy], references: [users.id] }),
}))
