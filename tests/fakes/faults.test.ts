import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakesClient, fakesClient } from './client.ts'
import { mail } from './mail.ts'
import { recaptcha } from './recaptcha.ts'
import { type Server, startServer } from './server.ts'

let server: Server
let control: FakesClient
beforeAll(async () => {
  server = await startServer([recaptcha()], mail({}))
  control = fakesClient(server.url)
})
afterAll(() => server.stop())

const fault = { service: 'recaptcha', namespace: 'test' } as const
const send = (signal?: AbortSignal) =>
  fetch(`${server.url}/recaptcha/siteverify`, {
    method: 'POST',
    body: 'secret=recaptcha_test&response=register:0.9:x',
    ...(signal && { signal }),
  })

it('fails, answers garbage and resets the connection', async () => {
  await control.reset(fault.namespace)
  await control.fault({ ...fault, mode: 'fail', times: 1 })
  expect((await send()).status).toBe(500)
  await control.fault({ ...fault, mode: 'garbage', times: 2 })
  for (let call = 0; call < 2; call++) await expect((await send()).json()).rejects.toThrow()
  await control.fault({ ...fault, mode: 'reset', times: 1 })
  await expect(send()).rejects.toThrow()
  expect((await send()).status).toBe(200)
  expect((await control.counts(fault.namespace)).recaptcha).toMatchObject({ trips: 5 })
})

it('hangs until the fault is cleared', async () => {
  await control.fault({ ...fault, mode: 'hang' })
  await expect(send(AbortSignal.timeout(50))).rejects.toThrow()
  const pending = send()
  await control.clearFaults(fault.service, fault.namespace)
  expect((await pending).status).toBe(200)
})
