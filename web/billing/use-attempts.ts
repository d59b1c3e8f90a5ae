import { useEffect, useEffectEvent, useState } from 'react'

/** Runs once per attempt, until the screen closes. Returns a function that starts the next attempt. */
export function useAttempts(
  run: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent((signal: AbortSignal) => {
    run(signal).catch((error: unknown) => {
      if (!signal.aborted) onError(error)
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts again.
  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal)
    return () => controller.abort()
  }, [attempt])
  return () => setAttempt((count) => count + 1)
}
