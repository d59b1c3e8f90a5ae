import { fork } from 'node:child_process'
import { killRemaining, onShutdown, StartError } from './processes.ts'

export interface ChildService<Ready> {
  readonly ready: Ready
  stop(): Promise<void>
}

/** Runs a file that calls `runAsChildProcess`. The child stops when this process ends, even when it is killed. */
export async function startChildProcess<Ready>(file: string): Promise<ChildService<Ready>> {
  const child = fork(file, { execArgv: [], detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    child.once('exit', () => reject(new Error('The child process did not start. See the error above.')))
  })
  return {
    ready,
    stop: async () => {
      child.disconnect()
      if (await exited) throw new Error('The child process failed. See the error above.')
    },
  }
}

/** Starts a service in a child process, and stops it when the parent disconnects or ends. */
export async function runAsChildProcess<Ready>(
  start: () => Promise<{ ready: Ready; stop: () => Promise<void> }>,
): Promise<void> {
  const starting = start()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const failure = await starting.then((started) => started.stop()).catch((error: unknown) => error)
    if (failure) console.error(failure)
    killRemaining()
    process.exit(failure ? 1 : 0)
  }
  onShutdown(() => void stop())
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
