import { onEnd, StartError } from '../cloud/processes.ts'
import { startStack } from '../cloud/stack.ts'

// A process of its own for global-setup.ts: it prints one line of JSON when all is up, and stops on SIGTERM or when
// the one who started it is gone.
try {
  const stack = await startStack({ mode: 'built', port: 0 })
  const stop = () => void stack.stop().finally(() => process.exit(0))
  onEnd(stop)
  process.once('disconnect', stop)
  process.send?.({ url: stack.url, cloudUrl: stack.cloud.url, apiToken: stack.apiToken })
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
