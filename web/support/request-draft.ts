import { readDraft, saveDraft } from '#web/lib/draft.ts'
import { type SubmitFields, supportCategories, supportPriorities } from '#worker/support/contract.ts'

export type RequestDraft = Omit<SubmitFields, 'category' | 'organizationId'> & {
  category?: SubmitFields['category'] | undefined
}

export const emptyRequest: RequestDraft = {
  subject: '',
  category: undefined,
  priority: 'normal',
  message: '',
}

const keyOf = (userId: number) => `support request ${userId}`

export function readRequestDraft(userId: number): RequestDraft {
  const draft = parse(readDraft(keyOf(userId)))
  return {
    subject: typeof draft.subject === 'string' ? draft.subject : '',
    category: supportCategories.find((category) => category === draft.category),
    priority: supportPriorities.find((priority) => priority === draft.priority) ?? 'normal',
    message: typeof draft.message === 'string' ? draft.message : '',
  }
}

export function saveRequestDraft(
  userId: number,
  { subject, category, priority, message }: RequestDraft,
): void {
  const isEmpty = subject === '' && message === '' && !category && priority === 'normal'
  saveDraft(keyOf(userId), isEmpty ? '' : JSON.stringify({ subject, category, priority, message }))
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
