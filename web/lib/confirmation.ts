import { ApiError } from './api-error.ts'

type Ask = (answer: (isConfirmed: boolean) => void) => void

let ask: Ask | undefined

/** Called once, by the dialog's host. */
export function onConfirmationNeeded(handler: Ask): () => void {
  ask = handler
  return () => {
    if (ask === handler) ask = undefined
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
    const open = ask
    if (!needsConfirmation(error) || !open) throw error
    const isConfirmed = await new Promise<boolean>((answer) => open(answer))
    return isConfirmed ? await action() : undefined
  }
}
