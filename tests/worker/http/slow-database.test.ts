// @module-tag deep
import { expect, it } from 'vitest'
import { openWorker, refusal } from '#tests/worker/harness.ts'

const worker = await openWorker('slow_database')

it.each(['cold token', 'Redis is down'])(
  'answers 503 to an API call while the dashboard still waits for a hanging PostgreSQL: %s',
  async (when) => {
    const member = await worker.signUp(when.toLowerCase().replaceAll(' ', '-'))
    const { token } = await member.createToken()
    await worker.settle()
    await worker.forget('token:*')
    if (when === 'Redis is down') {
      await worker.fault({ service: 'upstash' })
    }
    await worker.fault({ service: 'neon', mode: 'hang' })

    let isWaiting = true
    const dashboard = member.call('/api/user').finally(() => {
      isWaiting = false
    })
    expect(refusal(await worker.validate(token))).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(isWaiting).toBe(true)

    await worker.clearFaults('neon')
    expect((await dashboard).status).toBe(200)
    await worker.fakes.reset(worker.namespace)
  },
)
