import { fork } from 'node:child_process'
import { join } from 'node:path'

type Ready = { url: string; cloudUrl: string; apiToken: string }

/** Starts the built product for all browser tests; they find it in the environment, by fixtures.ts. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, 'stack.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    child.once('exit', () => reject(new Error('The product did not start; the reason is above.')))
  })
  process.env.TINPROOF_URL = ready.url
  process.env.TINPROOF_CLOUD_URL = ready.cloudUrl
  process.env.TINPROOF_API_TOKEN = ready.apiToken
  return async () => {
    child.kill('SIGTERM')
    await exited
  }
}
