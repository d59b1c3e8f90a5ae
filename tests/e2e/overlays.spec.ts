import type { Page } from 'playwright/test'
import { PASSWORD } from '#tests/dev/create-account.ts'
import type { Batch } from '#worker/batches/contract.ts'
import type { Monitor } from '#worker/monitors/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { test as signedInTest } from './account-fixture.ts'
import { becomeAdministrator } from './become-administrator.ts'
import { expect, setting, test, visualViolations, wcagViolations } from './fixtures.ts'
import {
  adminOverlays,
  confirmedOverlays,
  dashboardOverlays,
  googleOverlays,
  listOverlays,
  type Overlay,
  organizationOverlays,
  profileOverlays,
  publicOverlays,
  runningBatchOverlays,
  teamOverlays,
  twoFactorOverlays,
  webhookOverlays,
} from './overlay-rows.ts'
import { isPhone } from './steps.ts'
import { subscribe } from './subscribe.ts'

const isTooWide = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]'),
    ].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  )

async function expectOpen(page: Page, { file, find, kind }: Overlay): Promise<void> {
  const overlay = find(page)
  await expect(overlay).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  if (!kind)
    await expect.poll(() => overlay.evaluate((part) => part.contains(document.activeElement))).toBe(true)
  expect.soft(await isTooWide(page), `${file} scrolls sideways`).toBe(false)
  expect.soft(await (isPhone(page) ? visualViolations : wcagViolations)(page), file).toEqual([])
}

/**
 * Each must be accessible, hold the focus, close with Escape and return the focus. Tests that run at one width are dark there,
 * the others are light at 1440 px and dark at 360 px.
 */
async function expectAllAccessible(page: Page, overlays: readonly Overlay[]): Promise<void> {
  for (const overlay of overlays) {
    const { file, path, inside, opener, key, next, find, closedBy, kind, onlyOn } = overlay
    if (onlyOn && onlyOn !== (isPhone(page) ? 'phone' : 'desktop')) continue
    await test.step(`${file} at ${path}`, async () => {
      const { pathname, search } = new URL(page.url(), 'http://none')
      if (pathname + search !== path) await page.goto(path)
      await inside?.(page)
      await (key ? opener(page).press(key) : opener(page).click())
      await next?.(page)
      await expectOpen(page, overlay)
      if (kind === 'toast') return
      await page.keyboard.press('Escape')
      if (closedBy) {
        await expect(find(page)).toBeVisible()
        await page.getByRole('button', { name: closedBy }).click()
      }
      await expect(find(page)).toBeHidden()
      await expect(opener(page)).toBeFocused()
      if (inside) await page.keyboard.press('Escape')
    })
  }
}

signedInTest('the parts of an organization', { tag: '@any-width' }, async ({ page, account }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const { organizationId, post } = account
  await post('/api/user/organizations', { name: 'A second one' })
  await page.addInitScript((id) => localStorage.setItem('selectedOrganizationId', id), organizationId)
  await expectAllAccessible(page, organizationOverlays)
})

signedInTest('the parts of a team', async ({ page, account, fakes }) => {
  const { organizationId, post } = account
  await subscribe(fakes, account)
  await account.colleague('member')
  await post('/api/user/confirm-password', { password: PASSWORD })
  await post('/api/projects', { name: 'Web shop', organizationId })
  await post('/api/organization/invite', { email: 'invited@example.test', role: 'member', organizationId })
  await page.goto('/organization/team')
  await expect(page.getByText('invited@example.test')).toBeVisible()
  const heights = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(isPhone(page) ? 44 : 32)
  expect(await isTooWide(page)).toBe(false)
  expect(await wcagViolations(page)).toEqual([])
  await expectAllAccessible(page, teamOverlays)
})

signedInTest('the parts of the dashboard', async ({ page, account }) => {
  await account.newToken('Checkout')
  await account.newToken('Back office')
  await expectAllAccessible(page, dashboardOverlays)
})

signedInTest('the parts of calls and batches', { tag: '@any-width' }, async ({ page, account, fakes }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const { organizationId, post } = account
  const checked = await post('/api/tinproof/validate', {
    countryCode: 'DE',
    tin: '136695976',
    organizationId,
  })
  const { referenceId }: ValidationResponse = await checked.json()
  const number = { countryCode: 'DE', tin: '136695976', every: 'week', organizationId }
  const monitor: Monitor = await (await post('/api/tinproof/monitors', number)).json()
  await account.colleague('admin')
  const items = [{ countryCode: 'DE', tin: '136695976' }]
  const path = `/api/tinproof/batches?organizationId=${organizationId}`
  const started = await post(path, { items, source: false })
  const { id }: Batch = await started.json()
  const stateOf = () => fakes.sql('test', 'select state from batches where id = $1', [id])
  await expect.poll(stateOf).toEqual([{ state: 'completed' }])
  await expectAllAccessible(
    page,
    listOverlays(`/batches/${id}`, `/results/${referenceId}`, `/monitoring/${monitor.id}`),
  )
  await fakes.sql('test', `update batches set state = 'receiving' where id = $1`, [id])
  await expectAllAccessible(page, runningBatchOverlays(`/batches/${id}`))
})

signedInTest('the parts of webhooks', { tag: '@any-width' }, async ({ page, account }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const { organizationId, post } = account
  const input = { url: 'https://hooks.example.com/', events: ['batch.completed'], organizationId }
  const { id }: WebhookEndpoint = await (await post('/api/webhooks', input)).json()
  expect((await post(`/api/webhooks/${id}/test`, { organizationId })).status).toBe(204)
  await post('/api/user/confirm-password', { password: PASSWORD })
  await expectAllAccessible(page, webhookOverlays(`/webhooks/${id}`))
})

signedInTest(
  'the parts of a profile',
  { tag: '@any-width' },
  async ({ page, account, fakes, allowConsole }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    allowConsole(/403 .*\/two-factor\/setup\)/)
    const { email, post } = account
    const setPassword = (hash: string | null) =>
      fakes.sql('test', 'update users set password = $2 where email = $1', [email, hash])
    for (let made = 0; made < 10; made++) await account.newToken(`Service ${made}`)
    await fetch(`${setting('TINPROOF_URL')}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(setting('TINPROOF_URL')).origin },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await expectAllAccessible(page, profileOverlays)
    await setPassword(null)
    await page.reload()
    await expectAllAccessible(page, googleOverlays)
    await setPassword(setting('TINPROOF_PASSWORD_HASH'))
    await post('/api/user/confirm-password', { password: PASSWORD })
    await page.reload()
    await expectAllAccessible(page, confirmedOverlays)
    await fakes.sql(
      'test',
      `insert into two_factors (user_id, encrypted_secret, enabled_at)
     select id, 'test.unused', now() from users where email = $1
     on conflict (user_id) do update set enabled_at = now()`,
      [email],
    )
    await page.reload()
    await expectAllAccessible(page, twoFactorOverlays)
  },
)

signedInTest(
  'the parts of the admin area',
  { tag: '@any-width' },
  async ({ page, context, account, fakes }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const { email, organizationId } = account
    await fakes.sql('test', `update organizations set tier = 'ENTERPRISE' where id = $1`, [organizationId])
    await becomeAdministrator(context, fakes, await account.colleague('member'))
    await expectAllAccessible(page, adminOverlays(email))
  },
)

test('the parts outside the dashboard', async ({ page }) => {
  await expectAllAccessible(page, publicOverlays)
})
