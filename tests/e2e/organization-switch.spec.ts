import type { Page } from 'playwright/test'
import type { Organization } from '#worker/organizations/contract.ts'
import { test } from './account-fixture.ts'
import { expect } from './fixtures.ts'
import { statusOfCall } from './steps.ts'
import { watchMain } from './watch-main.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^\S* ?Organization:/ })
const selected = (page: Page) => page.evaluate(() => localStorage.getItem('selectedOrganizationId'))

async function switchTo(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('never shows the old organization after switching, not even for a frame', {
  tag: '@any-width',
}, async ({ page, account }) => {
  test.slow()
  const { organizationId: first } = account
  const { email } = await account.colleague('member')
  const { token } = await account.newToken('Token of the first')
  expect(await statusOfCall(token)).toBe(200)
  await account.spend(6)
  const created = await account.post('/api/user/organizations', { name: 'Second Company' })
  const second: string = (await created.json()).id
  await account.post('/api/tokens', { name: 'Token of the second', organizationId: second })
  const list: Organization[] = await (await page.request.get('/api/user/organizations')).json()
  const firstName = list.find(({ id }) => id === first)?.name ?? ''
  expect(firstName).not.toBe('')

  const only = {
    [first]: [firstName, first, 'Token of the first', email, '93 left', '7 of 100'],
    [second]: ['Second Company', second, 'Token of the second'],
  }
  const shown = {
    '/': { [first]: 'Token of the first', [second]: 'Token of the second' },
    '/tokens': { [first]: 'Token of the first', [second]: 'Token of the second' },
    '/activity': { [first]: 'Token of the first', [second]: 'No calls yet' },
    '/organization/team': { [first]: email, [second]: 'Only you so far' },
  }
  const leaked = async (organizationId: string) => {
    const texts = await page.evaluate(() => [...window.texts])
    expect(texts.length).toBeGreaterThan(0)
    return only[organizationId]?.filter((secret) => texts.some((text) => text.includes(secret)))
  }
  /** Delays every answer about an organization until it is released. */
  const hold = async (organizationId: string) => {
    const gate = Promise.withResolvers<void>()
    const isOf = (url: URL) => url.searchParams.get('organizationId') === organizationId
    await page.route(isOf, async (route) => {
      await gate.promise
      await route.fallback()
    })
    return async () => {
      gate.resolve()
      await page.unroute(isOf)
    }
  }

  await page.addInitScript((id) => sessionStorage.setItem('selectedOrganizationId', id), first)
  await page.addInitScript(watchMain)
  const main = page.getByRole('main')
  const shows = (text = '') => main.getByText(text).filter({ visible: true }).first()
  for (const [path, texts] of Object.entries(shown)) {
    await page.goto(path)
    await expect(shows(texts[first])).toBeVisible()
    await expect(main.getByText(/^Loading/)).toHaveCount(0)

    const freeSecond = await hold(second)
    await switchTo(page, 'Second Company')
    await expect(switcher(page)).toContainText('Second Company')
    await expect(main.getByText(/^Loading/).first()).toBeAttached()
    expect(await leaked(first), `${path}, while the second loads`).toEqual([])
    expect(await selected(page)).toBe(second)
    await freeSecond()
    await expect(shows(texts[second])).toBeVisible()
    await expect(main.getByText(/^Loading/)).toHaveCount(0)
    expect(await leaked(first), `${path}, in the second`).toEqual([])

    // Switch twice, so that the first answers arrive too late.
    const freeFirst = await hold(first)
    await switchTo(page, firstName)
    await expect(main.getByText(/^Loading/).first()).toBeAttached()
    expect(await leaked(second), `${path}, while the first loads`).toEqual([])
    const late = page.waitForResponse((response) => response.url().includes(first))
    await switchTo(page, 'Second Company')
    await freeFirst()
    await late
    await expect(shows(texts[second])).toBeVisible()
    await expect(main.getByText(/^Loading/)).toHaveCount(0)
    expect(await leaked(first), `${path}, after the late answers`).toEqual([])
    expect(await page.evaluate(() => window.switches)).toEqual(
      [second, first, second].map((organizationId) => ({ organizationId })),
    )
  }
})

test("opens the organization of an email's link, and keeps the one of other tabs", {
  tag: '@any-width',
}, async ({ page, account, context }) => {
  const { organizationId: first } = account
  const created = await account.post('/api/user/organizations', { name: 'Second Company' })
  const second: string = (await created.json()).id
  await page.addInitScript((id) => sessionStorage.setItem('selectedOrganizationId', id), first)
  await page.goto('/organization')
  await expect(page.getByRole('main')).toContainText(first)
  const tab = await context.newPage()
  await tab.goto(`/organization?organizationId=${second}`)
  await expect(switcher(tab)).toContainText('Second Company')
  await expect(tab.getByRole('main')).toContainText(second)
  await expect(tab).toHaveURL(/\/organization$/)
  await page.reload()
  await expect(page.getByRole('main')).toContainText(first)
})
