export const POLL_INTERVAL_MS = 5000

type PollOptions = {
  ask: () => Promise<boolean>
  onVerified: () => void
}

export type Poll = {
  /** Joins a check in progress. Throws what `ask` throws. */
  check: () => Promise<boolean>
  stop: () => void
}

export function pollVerification({ ask, onVerified }: PollOptions): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined
  let inProgress: Promise<boolean> | undefined
  let isOver = false

  const stop = () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
  const checkOnce = async () => {
    clearTimeout(timer)
    try {
      const isVerified = await ask()
      if (isVerified && !isOver) {
        stop()
        onVerified()
      }
      return isVerified
    } finally {
      inProgress = undefined
      schedule()
    }
  }
  const check = () => {
    inProgress ??= checkOnce()
    return inProgress
  }
  const tick = () => void check().catch(() => false)
  const schedule = () => {
    if (!isOver && !document.hidden) timer = setTimeout(tick, POLL_INTERVAL_MS)
  }
  function onVisibility() {
    clearTimeout(timer)
    if (!document.hidden) tick()
  }

  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return { check, stop }
}
