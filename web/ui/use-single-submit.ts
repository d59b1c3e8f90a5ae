import { useRef, useState } from 'react'

/** Runs `work` once at a time. A second click is ignored, even before the first one has rendered. */
export function useSingleSubmit<Input extends unknown[]>(work: (...input: Input) => Promise<void>) {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)
  const submit = async (...input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    try {
      await work(...input)
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { submit, isPending }
}
