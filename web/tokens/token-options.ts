import { MAX_TEST_TOKENS, MAX_TOKENS, type Schedule, type Token } from '#worker/tokens/contract.ts'
import type { Expiry } from '#worker/tokens/input-contract.ts'
import { liveTokens, testTokens } from './token-state.ts'

export type RevokeWhen = 'now' | Schedule

const DAY = 86_400_000

export const expiryOptions: readonly { value: Expiry; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30days', label: '30 Days' },
  { value: '90days', label: '90 Days' },
  { value: '1year', label: '1 Year' },
]

export type TokenKind = 'live' | 'test'

type KindOption = { value: TokenKind; label: string; hint: string; disabled: boolean }

export function tokenKinds(tokens: readonly Token[]): readonly KindOption[] {
  const isAtLimit = liveTokens(tokens).length >= MAX_TOKENS
  const isAtTestLimit = testTokens(tokens).length >= MAX_TEST_TOKENS
  return [
    {
      value: 'live',
      label: 'Live',
      hint: isAtLimit ? `All ${MAX_TOKENS} are in use.` : 'Real register responses. Uses your quota.',
      disabled: isAtLimit,
    },
    {
      value: 'test',
      label: 'Test',
      hint: isAtTestLimit ? `All ${MAX_TEST_TOKENS} are in use.` : 'Simulated register responses. Free.',
      disabled: isAtTestLimit,
    },
  ]
}

export const revokeOptions: readonly { value: RevokeWhen; label: string; hint: string }[] = [
  { value: 'now', label: 'Immediately', hint: 'Calls with this token fail right away.' },
  { value: '1day', label: 'After 1 day', hint: 'Gives you a day to switch to a new token.' },
  { value: '7days', label: 'After 7 days', hint: "For a change you're making this week." },
  { value: '30days', label: 'After 30 days', hint: 'For a longer release cycle.' },
]

export const oldSecretOptions: readonly { value: RevokeWhen; label: string; hint: string }[] = [
  { value: 'now', label: 'Immediately', hint: 'If someone else may know it.' },
  { value: '1day', label: 'After 1 day', hint: 'Both secrets work for a day.' },
  { value: '7days', label: 'After 7 days', hint: 'Both secrets work while you deploy the new one.' },
  { value: '30days', label: 'After 30 days', hint: 'For a longer release cycle.' },
]

export const permissionTexts = {
  read: { label: 'Tax Lookup API Access', hint: 'Format, check digits and details encoded in the number.' },
  validation: {
    label: 'Tax Validation API Access',
    hint: 'Also checks official registers, changes batches and monitors, and deletes records.',
  },
} as const

export const appAbilities = [
  { text: 'Validate tax IDs, which uses the quota of the organization' },
  { text: 'Start batches and read their results' },
  { text: 'Read monitored numbers and records' },
]

const delays: Readonly<Record<Schedule, { days: number; text: string }>> = {
  '1day': { days: 1, text: '24 hours' },
  '7days': { days: 7, text: '7 days' },
  '30days': { days: 30, text: '30 days' },
}

export const scheduledText = (schedule: Schedule): string =>
  `The API token will be deleted after ${delays[schedule].text}.`

export const deletionInstant = (schedule: Schedule, now: Date): string =>
  new Date(now.getTime() + delays[schedule].days * DAY).toISOString()
