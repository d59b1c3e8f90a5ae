import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakesClient } from './client.ts'
import { mail } from './mail.ts'
import { type Server, startServer } from './server.ts'

let server: Server
const printed: string[] = []

beforeAll(async () => {
  const box = mail({ print: (line) => printed.push(line) })
  server = await startServer([box], box)
})
afterAll(() => server.stop())

const MAIL = {
  from: 'Tinproof <no-reply@tinproof.test>',
  to: ['Ada <ada@example.test>'],
  subject: 'Confirm <your> address',
  text: 'https://app.test/verify?a=1&b=2',
  html: '<p>Confirm</p><script>document.title = "ran"</script>',
}

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/mail/emails`, {
    method: 'POST',
    headers: { authorization: 'Bearer re_test', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('lists the emails of a recipient, newest first', async () => {
  expect(await send(MAIL)).toEqual({ status: 200, body: { id: expect.any(String) } })
  await send({ ...MAIL, to: 'Ada@example.test', subject: 'Second' })
  await send({ ...MAIL, to: 'bob@example.test' })
  const mails = await fakesClient(server.url).mailbox('ada@example.test')
  expect(mails.map((one) => one.subject)).toEqual(['Second', 'Confirm <your> address'])
  expect(mails[1]).toMatchObject({ to: 'ada@example.test', text: MAIL.text, html: MAIL.html })
  expect(Date.parse(mails[0]?.at ?? '')).toBeLessThanOrEqual(Date.now())
  expect(printed[0]).toBe('email to ada@example.test: Confirm <your> address')
})

test('sends once per idempotency key', async () => {
  const once = { ...MAIL, to: 'once@example.test' }
  const first = await send(once, { 'idempotency-key': 'verify/1' })
  expect(await send(once, { 'idempotency-key': 'verify/1' })).toEqual(first)
  expect(await fakesClient(server.url).mailbox('once@example.test')).toHaveLength(1)
  expect(await send({ ...once, subject: 'Other' }, { 'idempotency-key': 'verify/1' })).toMatchObject({
    status: 409,
    body: { statusCode: 409, name: 'invalid_idempotent_request' },
  })
})

test('answers errors in the shape of Resend', async () => {
  expect(await send(MAIL, { authorization: '' })).toMatchObject({
    status: 401,
    body: { name: 'missing_api_key' },
  })
  expect(await send({ ...MAIL, to: undefined })).toMatchObject({
    status: 422,
    body: { name: 'missing_required_field' },
  })
  expect(await send({ ...MAIL, to: 'nobody' })).toMatchObject({
    status: 422,
    body: { name: 'validation_error' },
  })
  expect(await send('{')).toMatchObject({ status: 400, body: { name: 'validation_error' } })
})

test('shows emails on a page without running their scripts', async () => {
  const page = await (await fetch(`${server.url}/dev/mailbox`)).text()
  expect(page).toContain('Confirm &lt;your&gt; address')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script>')
})

test('refuses requests from websites', async () => {
  const response = await fetch(`${server.url}/control/reset`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.test' },
    body: '{}',
  })
  expect(response.status).toBe(403)
})

test('counts emails', async () => {
  const control = fakesClient(server.url)
  await control.reset('test')
  await send(MAIL)
  expect((await control.counts('test')).mail).toEqual({ trips: 1, mails: 1 })
})
