import { type Owner, readSaved, saveInTab } from '#web/lib/saved.ts'
import type { GivenAnswer } from '#web/results/index.ts'
import type { FormValues } from './use-validate-form.ts'

export type Answer = { status: 'answered' } & GivenAnswer

type SavedValidation = { form: FormValues; isList: boolean; answer?: Answer }

const NAME = 'validation 4'

export const readValidation = (owner: Owner) => readSaved<SavedValidation>(NAME, owner)

export function saveValidation(owner: Owner, saved: SavedValidation): void {
  const isEmpty = !saved.answer && !saved.isList && saved.form.tin === '' && saved.form.country === undefined
  saveInTab(NAME, owner, isEmpty ? undefined : saved)
}

/** Also while another screen is open, so that no result of a call that counts is lost. */
export function saveAnswer(owner: Owner, answer: Answer): void {
  const saved = readValidation(owner)
  if (saved) saveValidation(owner, { ...saved, answer })
}
