/** Aborted by Ctrl-C, or when the system ends the command. The next signal ends the process. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(each, () => controller.abort())
  return controller.signal
}

export const print = (text: string) => void process.stdout.write(`${text}\n`)

/** For people. The results of a command go to standard output. */
export const note = (text: string) => void process.stderr.write(`${text}\n`)
