import type { Page } from 'playwright/test'
import type { Organization } from '#worker/organizations/contract.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { watchMain } from './watch-main.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^\S* ?Organization:/ })
const settings = (page: Page) => page.getByRole('region', { name: 'Organization Settings' })
const newOrganization = (page: Page) => page.getByRole('button', { name: 'New Organization' })
const selected = (page: Page) => page.evaluate(() => localStorage.getItem('selectedOrganizationId'))

const unavailable = {
  status: 503,
  json: { message: 'The service cannot answer right now.', code: 'SERVICE_UNAVAILABLE', requestId: 'x' },
}

test('renames at once, and changes how long batches are stored', { tag: '@any-width' }, async ({
  page,
  account,
}) => {
  const { organizationId } = account
  await account.post('/api/user/organizations', { name: 'A second one' })
  await page.addInitScript((id) => localStorage.setItem('selectedOrganizationId', id), organizationId)
  await page.goto('/organization')
  const rename = settings(page).getByRole('button', { name: 'Rename' })
  const dialog = page.getByRole('dialog', { name: 'Rename Organization' })
  const name = dialog.getByLabel('Organization name')
  await rename.press('Enter')
  await name.fill('x')
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('The name must be at least 2 characters')
  await expectAccessible(page)

  const gate = Promise.withResolvers<void>()
  const isRename = (url: URL) => url.pathname === '/api/organization' && url.search === ''
  await page.route(isRename, async (route) => {
    await gate.promise
    await route.continue()
  })
  await name.fill('Northwind Traders')
  await page.keyboard.press('Enter')
  await expect(settings(page)).toContainText('Northwind Traders')
  await expect(switcher(page)).toContainText('Northwind Traders')
  await expect(rename).toBeFocused()
  gate.resolve()
  await expect(toast(page, 'Organization updated')).toContainText('Its name is now Northwind Traders.')
  await page.reload()
  await expect(settings(page)).toContainText('Northwind Traders')

  await page.getByRole('link', { name: 'Data', exact: true }).click()
  const retention = page.getByRole('region', { name: 'Retention' })
  await retention.getByRole('button', { name: 'Edit batch retention' }).press('Enter')
  const days = page.getByRole('dialog', { name: 'Batch Retention' }).getByLabel('Days')
  await days.fill('91')
  await page.keyboard.press('Enter')
  await expect(days).toHaveAccessibleDescription('Enter a number of days from 1 to 90.')
  await days.fill('7')
  await page.keyboard.press('Enter')
  await expect(retention).toContainText('Deleted after 7 days')
  await expect(toast(page, 'Organization updated')).toContainText('deleted after 7 days')
  await page.goto('/batches')
  await expect(
    page.getByRole('region', { name: 'New Batch' }).getByRole('link', { name: '7 days' }),
  ).toBeVisible()
})

test('creates and selects another organization from the screen and the switcher', {
  tag: '@any-width',
}, async ({ page, account, allowConsole }) => {
  allowConsole(/503 .*\/api\/user\/organizations\)/)
  await page.addInitScript(watchMain)
  await page.goto('/organization')
  await expect(settings(page)).toContainText(account.organizationId)
  await expect(switcher(page)).toHaveCount(0)
  await newOrganization(page).click()
  const dialog = page.getByRole('dialog', { name: 'New Organization' })
  const name = dialog.getByLabel('Organization name')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('The name must be at least 2 characters')

  const isCreation = (url: URL) => url.pathname === '/api/user/organizations'
  await page.route(isCreation, (route) =>
    route.request().method() === 'POST' ? route.fulfill(unavailable) : route.continue(),
  )
  await name.fill('Second Company')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to create organization')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('The service cannot answer right now.')
  await expect(name).toHaveValue('Second Company')
  await page.unroute(isCreation)
  await dialog.getByRole('button', { name: 'Create Organization' }).dblclick()
  await expect(toast(page, 'Organization created')).toContainText("You're now in Second Company as an admin.")
  await expect(dialog).toBeHidden()
  await expect(switcher(page)).toContainText('Second Company')
  await expect(settings(page)).toContainText('Second Company')

  await switcher(page).press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveCount(2)
  await page.getByRole('menuitem', { name: 'New Organization' }).press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(switcher(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'New Organization' }).press('Enter')
  await name.fill('Third Company')
  await page.keyboard.press('Enter')
  await expect(settings(page)).toContainText('Third Company')
  await expect(switcher(page)).toBeFocused()

  const organizations: Organization[] = await (await page.request.get('/api/user/organizations')).json()
  expect(organizations.map((each) => [each.name, each.role])).toEqual([
    [expect.any(String), 'admin'],
    ['Second Company', 'admin'],
    ['Third Company', 'admin'],
  ])
  const [, second, third] = organizations
  expect(await page.evaluate(() => window.switches)).toEqual([
    { organizationId: second?.id },
    { organizationId: third?.id },
  ])
  expect(await selected(page)).toBe(third?.id)
})

test('lets an invited member leave and return to their own organization', {
  tag: '@any-width',
}, async ({ page, context, account, allowConsole }) => {
  // The last sign-in finds the selection of the colleague.
  allowConsole(/404 .*\/api\/organization\?/)
  const { organizationId: left } = account
  const colleague = await account.colleague('manager')
  await colleague.signIn(context)
  await page.addInitScript(watchMain)
  await page.addInitScript((id) => {
    if (!localStorage.getItem('selectedOrganizationId')) localStorage.setItem('selectedOrganizationId', id)
  }, left)
  const team = page.getByRole('region', { name: 'Team Members' })
  const leaving = team.getByRole('button', { name: 'Leave Organization' })

  await page.goto('/organization/team')
  await expect(team).toContainText(account.email)
  const list: Organization[] = await (await page.request.get('/api/user/organizations')).json()
  const name = list.find(({ id }) => id === left)?.name ?? ''
  expect(name).not.toBe('')
  const question = page.getByRole('alertdialog', { name: 'Leave Organization' })
  await leaving.press('Enter')
  await expect(question).toContainText(`You lose access to ${name} immediately.`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(leaving).toBeFocused()

  await leaving.click()
  await question.getByRole('button', { name: 'Leave Organization' }).dblclick()
  await expect(toast(page, `You left ${name}`)).toBeVisible()
  await expect(question).toBeHidden()
  await expect(team).toContainText('Only you so far')
  await expect(switcher(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await selected(page)).toBe(colleague.organizationId)
  expect(await page.evaluate(() => window.switches)).toEqual([{ organizationId: colleague.organizationId }])
  const texts = await page.evaluate(() => [...window.texts])
  expect(texts.length).toBeGreaterThan(0)
  const secrets = [name, left, account.email]
  expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])

  await leaving.click()
  const refusal = page.getByRole('dialog', { name: "You're the only admin" })
  await expect(refusal).toContainText("You're the only member.")
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(leaving).toBeFocused()
  await page.reload()
  await expect(team).toContainText('1 person')

  await account.signIn(context)
  await page.goto('/organization/team')
  await expect(team).toContainText('1 person')
  await expect(team).not.toContainText(colleague.email)
})
