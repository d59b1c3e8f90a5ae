import { useCallback, useEffect, useState } from 'react'

const SECOND = 1000

export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Whole seconds left. Based on the clock, so it is right after the device sleeps. */
export function useCountdown(): readonly [left: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((endsAt - now) / SECOND))
  const isRunning = left > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [isRunning])

  const start = useCallback((seconds: number) => {
    const began = Date.now()
    setNow(began)
    setEndsAt(began + seconds * SECOND)
  }, [])
  return [left, start]
}
