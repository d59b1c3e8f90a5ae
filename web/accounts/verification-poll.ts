export const POLL_EVERY_MS = 5000

type PollOptions = {
  ask: () => Promise<boolean>
  onVerified: () => void
}

export type Poll = {
  /** Checks now, or joins the check in progress. Throws what `ask` throws. */
  check: () => Promise<boolean>
  stop: () => void
}

/** Checks every 5 seconds, one at a time, and not while the page is hidden. A failed check is repeated. */
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
