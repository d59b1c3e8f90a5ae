import { createServer } from 'node:http'
import { PASSWORD } from '#tests/dev/create-account.ts'
import { mcpClients } from '#tests/dev/mcp-clients.ts'
import { close, listen } from '#tests/dev/processes.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, setting, toast } from './fixtures.ts'
import { enterCredentials, isTooWide } from './steps.ts'

const number = { countryCode: 'DE', tin: '136695976' }

test('connects assistants of two generations, and disconnects one', async ({
  page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/401 .*\/api\/user\)|403 .*\/api\/oauth\/consent\)/)
  const app = createServer((_, response) => response.end('Connected'))
  const redirectUrl = `${await listen(app)}/callback`
  const returned = async () => {
    await page.waitForURL(`${redirectUrl}?*`)
    return new URL(page.url()).searchParams
  }
  const options = { url: new URL('/api/mcp', setting('TINPROOF_URL')), redirectUrl }
  const heading = page.getByRole('heading', { name: 'Connect Assistant?' })

  await context.clearCookies()
  const older = await mcpClients['1.x']({
    ...options,
    signIn: async (url) => {
      await page.goto(url.href)
      await enterCredentials(page, account.email, PASSWORD)
      await expect(heading).toBeVisible()
      await expect(page.getByText("We haven't verified it.")).toBeVisible()
      await expect(page.getByText('This is an app on your computer')).toBeVisible()
      await expectAccessible(page)
      expect(await isTooWide(page)).toBe(false)
      await page.getByRole('button', { name: 'Allow' }).click()
      return await returned()
    },
  })
  const newer = await mcpClients['2.x']({
    ...options,
    signIn: async (url) => {
      await page.goto(url.href)
      await page.getByRole('button', { name: 'Deny' }).click()
      expect((await returned()).get('error')).toBe('access_denied')
      await page.goto(url.href)
      await page.getByRole('button', { name: 'Allow' }).click()
      return await returned()
    },
  })
  const validates = async ({ call }: typeof older) =>
    expect((await call('validate_tax_id', number)).structuredContent).toMatchObject({ result: 'confirmed' })
  await validates(older)
  await validates(newer)

  await page.goto('/tokens')
  const cards = page.getByRole('main').getByRole('listitem', { name: 'Assistant' })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('App')
  await expectAccessible(page)
  await cards.first().getByRole('button', { name: 'Revoke Token' }).click()
  await page.getByRole('button', { name: 'Delete Token' }).click()
  await expect(toast(page, 'Token deleted')).toBeVisible()
  await expect.poll(() => newer.call('list_countries').catch(() => 'refused')).toBe('refused')
  await validates(older)
  await close(app)
})

test('says where to continue after it opened an app by a scheme of its own', async ({ page, account: _ }) => {
  const redirect_uri = 'tinproof-test://callback'
  const app = { client_name: 'Assistant', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }
  const registered = await page.request.post('/api/oauth/register', { data: app })
  const { client_id } = await registered.json()
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
  const request = { client_id, redirect_uri, response_type: 'code', state: 'x', ...challenge }
  await page.goto(`/oauth/authorize?${new URLSearchParams(request)}`)
  await expect(page.getByText('This is an app on your computer')).toBeVisible()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'Continue in Assistant' })).toBeFocused()
  await expect(page.getByRole('button')).toHaveCount(0)
})
