import { exitCodes, UsageError, type Values } from './arguments.ts'
import { forwardEvents } from './forward-events.ts'
import { interruptSignal, print } from './io.ts'
import { clientOf, tokenOf } from './token.ts'

export async function listen(values: Values<'listen'>): Promise<number> {
  const { forward = '', after, secret = newSecret() } = values
  if (!/^https?:/.test(forward) || !URL.canParse(forward))
    throw new UsageError('Pass the URL of your server: tinproof listen --forward http://localhost:3000/hook')
  if (!/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
    throw new UsageError('--secret must start with whsec_')
  const isTest = (await tokenOf(values)).startsWith('tp_test_')
  if (!isTest && !values.live)
    throw new UsageError('This is a live token. Use a test token, or pass --live to receive live events.')
  const signal = interruptSignal()
  const client = await clientOf(values)
  const url = new URL(forward)
  print(`Forwarding ${isTest ? 'test' : 'live'} events to ${url}. Press Ctrl-C to stop.\nSecret: ${secret}`)
  await forwardEvents({ client, url, secret, after, signal, print })
  return exitCodes.done
}

const newSecret = () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64')}`
