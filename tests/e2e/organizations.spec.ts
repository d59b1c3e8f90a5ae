import type { Page } from 'playwright/test'
import type { Organization } from '#worker/organizations/contract.ts'
import { test } from './account-fixture.ts'
import { expect, toast } from './fixtures.ts'
import { watchMain } from './watch-main.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^\S* ?Organization:/ })
const selected = (page: Page) => page.evaluate(() => localStorage.getItem('selectedOrganizationId'))

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

  await page.reload()
  await expect(team).toContainText('1 person')

  await account.signIn(context)
  await page.goto('/organization/team')
  await expect(team).toContainText('1 person')
  await expect(team).not.toContainText(colleague.email)
})
