import { fork } from 'node:child_process'
import { killRemaining, onEnd, StartError } from './processes.ts'

/** Something that runs in a process of its own. */
export interface ChildService<Ready> {
  readonly ready: Ready
  stop(): Promise<void>
}

/**
 * Runs a file that calls `runAsChildProcess` in a process of its own. A test runner that is killed never gets to its
 * teardown; a process of its own still sees that it is gone.
 */
export async function startChildProcess<Ready>(file: string): Promise<ChildService<Ready>> {
  const child = fork(file, { execArgv: [], detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    child.once('exit', () => reject(new Error('It did not start; the reason is above.')))
  })
  return {
    ready,
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}

/** The other side of `startChildProcess`: says what there is once it runs, and stops when nobody holds it any more. */
export async function runAsChildProcess<Ready>(
  start: () => Promise<{ ready: Ready; stop: () => Promise<void> }>,
): Promise<void> {
  const starting = start()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await starting.then((started) => started.stop()).catch(() => {})
    killRemaining()
    process.exit(0)
  }
  onEnd(() => void stop())
  process.once('disconnect', () => void stop())
  try {
    const { ready } = await starting
    if (process.connected) process.send?.(ready)
  } catch (error) {
    if (stopping) return
    console.error(error instanceof StartError ? error.message : error)
    killRemaining()
    process.exit(1)
  }
}
