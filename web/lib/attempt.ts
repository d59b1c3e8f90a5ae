import { toast } from '#web/ui/toast.tsx'
import { errorText } from './api-error.ts'

/** Runs `work`. If it fails, a toast with this title says why, then `onFailure` runs, and the result is undefined. */
export async function attempt<Result>(
  title: string,
  work: () => Promise<Result>,
  onFailure?: (error: unknown) => Promise<void>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    toast.error(title, { description: errorText(error) })
    await onFailure?.(error)
    return undefined
  }
}
