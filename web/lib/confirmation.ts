import { ApiError } from './api-error.ts'

type Ask = (answer: (isConfirmed: boolean) => void) => void

let ask: Ask | undefined
/** One dialog answers all that wait for it. */
let answer: Promise<boolean> | undefined

/** Called once, by the dialog's host. */
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
