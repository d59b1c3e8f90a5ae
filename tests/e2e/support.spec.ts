import type { Page } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import { test } from './account-fixture.ts'
import { becomeAdministrator, confirmAsAdministrator } from './become-administrator.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { openBrowser } from './steps.ts'

const SUPPORT_EMAIL = 'support@tinproof.test'

const form = (page: Page) => page.getByRole('region', { name: 'Submit a Request' })
const requests = (page: Page) => page.getByRole('region', { name: 'Your Requests' })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Waits for an email with the text. */
const expectEmail = (fakes: FakesClient, to: string, text: string) =>
  expect
    .poll(async () => (await fakes.mailbox(to)).filter((email) => email.text.includes(text)).length)
    .toBeGreaterThan(0)

test('a user submits a request, support answers, the user replies and closes it', {
  tag: '@any-width',
}, async ({ page, account, browser, fakes, allowConsole }) => {
  allowConsole(/404 .*\/api\/support\/requests\/TP-222222\)/)
  const subject = `Help ${crypto.randomUUID()}`
  await page.goto('/support')
  await expect(page.getByRole('link', { name: SUPPORT_EMAIL })).toBeVisible()
  await expect(requests(page).getByText('No requests yet')).toBeVisible()
  await expect(page.getByText(account.organizationId)).toBeVisible()

  await form(page).getByRole('button', { name: 'Submit Request' }).click()
  await expect(toast(page, 'Please fill in all required fields')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Subject, category, and message are required.')
  await expect(page.getByLabel('Subject')).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Subject').fill(subject)
  await choose(page, 'Category', 'Billing')
  await choose(page, 'Priority', 'Urgent')
  await page.getByLabel('Message').fill('I see no invoice.\nWhere is it?')
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await expect(page.getByLabel('Message')).toHaveValue('I see no invoice.\nWhere is it?')
  await expect(page.getByLabel('Category')).toHaveText('Billing')
  await form(page).getByRole('button', { name: 'Submit Request' }).click()
  await expect(toast(page, 'Support request submitted')).toContainText(
    "We've received your request and will get back to you soon.",
  )
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(requests(page)).toBeFocused()
  await expectEmail(fakes, SUPPORT_EMAIL, subject)
  await expectEmail(fakes, account.email, subject)

  const { page: admin, context } = await openBrowser(browser)
  await becomeAdministrator(context, fakes, await account.colleague('member'))
  await admin.goto('/admin/support')
  await admin.getByLabel('Email or reference').fill(account.email)
  await admin.getByLabel('Email or reference').press('Enter')
  await admin.getByRole('link', { name: subject }).click()
  await expect(messages(admin)).toHaveCount(1)
  await admin.getByLabel('Answer').fill('It is in the billing area now.')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Send Answer' }).click()
  await confirmAsAdministrator(admin)
  await expect(toast(admin, 'Answer sent')).toBeVisible()
  await expect(admin.getByText('Answered', { exact: true })).toBeVisible()
  await expectEmail(fakes, account.email, '> It is in the billing area now.')

  await requests(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(requests(page).getByText('Answered')).toBeVisible()
  await requests(page).getByRole('link', { name: subject }).click()
  await expect(messages(page).last()).toContainText('Tinproof Support')
  await page.getByLabel('Reply').fill('Found it.')
  await page.reload()
  await expect(page.getByLabel('Reply')).toHaveValue('Found it.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(messages(page)).toHaveCount(3)
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close Request' }).click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await admin.reload()
  await expect(messages(admin)).toHaveCount(3)
  await admin.getByRole('button', { name: 'Reopen Request' }).click()
  await expect(admin.getByText('Open', { exact: true })).toBeVisible()
  await context.close()

  await page.goto('/support?request=TP-222222')
  await expect(page.getByText("This request doesn't exist")).toBeVisible()
})
