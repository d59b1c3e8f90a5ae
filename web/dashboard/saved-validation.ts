import { readDraft, saveDraft } from '#web/lib/draft.ts'
import type { FormValues } from './use-validate-form.ts'
import type { Answer } from './use-validation.ts'

type SavedValidation = {
  form: FormValues
  answer?: Answer
}

/** Part of the key: another shape is never read. */
const VERSION = 3

/** Browsers that reopen their tabs keep the tabs' storage for months. */
const MAX_AGE_MS = 12 * 60 * 60 * 1000

/** Of one user and organization in this tab. Signing out deletes it. */
const keyOf = (userId: number, organizationId: string) => `validation ${VERSION} ${userId} ${organizationId}`

export function readValidation(
  userId: number,
  organizationId: string,
  now = Date.now(),
): SavedValidation | undefined {
  const text = readDraft(keyOf(userId, organizationId))
  if (text === '') return undefined
  const { savedAt, ...saved } = parseSaved(text)
  return now - savedAt < MAX_AGE_MS ? saved : undefined
}

const parseSaved = (text: string) => JSON.parse(text) as SavedValidation & { savedAt: number }

/** Never in the URL or the history, which browsers sync and servers log. */
export function saveValidation(
  userId: number,
  organizationId: string,
  saved: SavedValidation,
  now = Date.now(),
): void {
  const isEmpty = !saved.answer && saved.form.tin === '' && saved.form.country === undefined
  saveDraft(keyOf(userId, organizationId), isEmpty ? '' : JSON.stringify({ ...saved, savedAt: now }))
}
