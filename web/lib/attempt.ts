import { toast } from '#web/ui/toast.tsx'
import { ApiError, endsSession, errorText } from './api-error.ts'

/** Runs `work`. If it fails, a toast with this title says why, then `onFailure` runs, and the result is undefined. */
export async function attempt<Result>(
  title: string,
  work: () => Promise<Result>,
  onFailure?: (error: unknown) => Promise<void>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    // A toast says that the session has ended.
    if (!endsSession(error)) toast.error(title, { description: errorText(error) })
    await onFailure?.(error)
    return undefined
  }
}

type Ask = (answer: (isConfirmed: boolean) => void) => void

let ask: Ask | undefined
/** One dialog answers all that wait for it. */
let answer: Promise<boolean> | undefined

export function onConfirmationNeeded(handler: Ask): () => void {
  ask = handler
  return () => {
    ask = answer = undefined
  }
}

const needsConfirmation = (error: unknown) =>
  error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'

/** Runs a sensitive action, asking for the password first if needed. Undefined if the user cancels. */
export async function confirmed<Result extends object>(
  action: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await action()
  } catch (error) {
    if (!needsConfirmation(error) || !ask) throw error
    answer ??= new Promise(ask).finally(() => {
      answer = undefined
    })
    return (await answer) ? await action() : undefined
  }
}
