export const POLL_EVERY_MS = 5000

type PollOptions = {
  /** Whether the address is verified. May throw. */
  ask: () => Promise<boolean>
  onVerified: () => void
}

export type Poll = {
  /** Asks now, or waits for the question that is under way. Throws what `ask` throws. */
  check: () => Promise<boolean>
  stop: () => void
}

/**
 * Asks every 5 seconds until the answer is yes, never twice at once, and not while nobody looks at the page: coming
 * back to it asks at once. A question that fails is asked again at the next turn.
 */
export function pollVerification({ ask, onVerified }: PollOptions): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<boolean> | undefined
  let isOver = false

  const stop = () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
  const askOnce = async () => {
    clearTimeout(timer)
    try {
      const isVerified = await ask()
      if (isVerified && !isOver) {
        stop()
        onVerified()
      }
      return isVerified
    } finally {
      underWay = undefined
      plan()
    }
  }
  const check = () => {
    underWay ??= askOnce()
    return underWay
  }
  const turn = () => void check().catch(() => false)
  const plan = () => {
    if (!isOver && !document.hidden) timer = setTimeout(turn, POLL_EVERY_MS)
  }
  function onVisibility() {
    clearTimeout(timer)
    if (!document.hidden) turn()
  }

  document.addEventListener('visibilitychange', onVisibility)
  plan()
  return { check, stop }
}
