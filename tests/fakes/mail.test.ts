import { afterAll, beforeAll, expect, test } from 'vitest'
import { mail } from './mail.ts'
import { type Server, startServer } from './server.ts'

let server: Server
const printed: string[] = []

beforeAll(async () => {
  const box = mail({ print: (line) => printed.push(line) })
  server = await startServer([box], box)
})
afterAll(() => server.stop())

const post = (path: string, headers: Record<string, string>, body: object) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

test('prints emails, and shows them on a page without running their scripts', async () => {
  await post(
    '/mail/emails',
    { authorization: 'Bearer re_test' },
    {
      from: 'Tinproof <no-reply@tinproof.test>',
      to: ['Ada <ada@example.test>'],
      subject: 'Confirm <your> address',
      text: 'https://app.test/verify?a=1&b=2',
      html: '<p>Confirm</p><script>document.title = "ran"</script>',
    },
  )
  expect(printed).toEqual(['email to ada@example.test: Confirm <your> address'])
  const page = await (await fetch(`${server.url}/dev/mailbox`)).text()
  expect(page).toContain('Confirm &lt;your&gt; address')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script>')
})

test('refuses requests from websites', async () => {
  expect((await post('/control/reset', { origin: 'https://elsewhere.test' }, {})).status).toBe(403)
})
