import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, newEmail, toast } from './fixtures.ts'
import { confirmPassword, statusOfCall } from './steps.ts'
import { members, openMenu } from './team-page.ts'
import { waitForLink } from './wait-for-link.ts'

// Chromium logs every response of 400 and above.
const asksForPassword = /403 .*\/api\/(user\/email-change|user|organization|projects)\)/

const projects = (page: Page) => page.getByRole('region', { name: 'Projects' })

async function organizationName(page: Page, id: string): Promise<string> {
  const response = await page.request.get(`/api/organization?organizationId=${id}`)
  return (await response.json()).name
}

test('cancels a change of the email, then changes it once both mailboxes confirmed it', {
  tag: '@any-width',
}, async ({ page, account, fakes, allowConsole }) => {
  allowConsole(asksForPassword)
  const next = newEmail()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill('not an email')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('New email').fill(newEmail())
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Confirm your password' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(page.getByLabel('New email')).toBeVisible()
  await page.getByRole('button', { name: 'Send Links' }).click()
  await confirmPassword(page)
  await page.getByRole('button', { name: 'Cancel Change' }).click()
  await expect(toast(page, 'Email change canceled')).toContainText(account.email)
  await expect(page.getByText('Confirm your new email')).toBeHidden()

  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(next)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Check both mailboxes').filter({ hasText: next })).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting')).toHaveCount(2)
  await expectAccessible(page)

  const first = await waitForLink(fakes, account.email, '/confirm-email')
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'Confirm your new email' })).toBeVisible()
  await expect(page).toHaveURL(/\/confirm-email$/)
  await expect(page.getByText(next)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Your Profile' }).click()
  await expect(page.getByRole('main').getByText('Confirmed', { exact: true })).toHaveCount(1)

  await page.goto(await waitForLink(fakes, next, '/confirm-email'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Your Profile' }).click()
  await expect(page.getByRole('definition').filter({ hasText: next })).toBeVisible()
  await expect(page.getByText('Confirm your new email')).toBeHidden()

  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  allowConsole(/401 .*\/api\/(user|organization)/)
  await page.context().clearCookies()
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
})

test('gives a project a key that works, and shows its calls', async ({ page, allowConsole }) => {
  allowConsole(asksForPassword)
  await page.goto('/organization/projects')
  await expect(projects(page)).toContainText('No projects yet')
  await projects(page).getByRole('button', { name: 'New Project' }).click()
  await page.getByLabel('Project name').fill('ab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Project name must be at least 3 characters')).toBeVisible()
  await page.getByLabel('Project name').fill('Web shop')
  await page.keyboard.press('Enter')
  await confirmPassword(page)
  const created = page.getByRole('dialog', { name: 'Project Key Created' })
  const validate = async () => {
    const key = await created.getByLabel('Project key').inputValue()
    return { key, status: await statusOfCall(key) }
  }
  const first = await validate()
  expect(first.status).toBe(200)
  await expectAccessible(page)
  await page.getByRole('button', { name: "I've Saved My Key" }).click()
  await expect(async () => {
    await page.reload()
    await expect(projects(page).getByRole('listitem')).toContainText('1 call this month', { timeout: 1_000 })
  }).toPass()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Actions for Web shop' }).click()
  await page.getByRole('menuitem', { name: 'Create new key' }).click()
  await page.getByRole('button', { name: 'Create New Key' }).click()
  const second = await validate()
  expect(second.key).not.toBe(first.key)
  expect(second.status).toBe(200)
  await page.getByRole('button', { name: "I've Saved My Key" }).click()

  await page.getByRole('button', { name: 'Actions for Web shop' }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expect(toast(page, 'Project deleted')).toBeVisible()
  await expect(projects(page)).toContainText('No projects yet')
})

test('exports an organization, deletes it after its name is typed, and restores it', {
  tag: '@any-width',
}, async ({ page, account, allowConsole }) => {
  allowConsole(asksForPassword)
  await account.newToken('Checkout')
  await account.spend(3)
  await page.goto('/organization/data')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export Data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tinproof-org_\w+-[\d-]+\.zip$/)
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
  expect(strFromU8(files['tokens.json'] ?? new Uint8Array())).toContain('Checkout')
  expect(Object.keys(files)).toContain('calls.csv')

  const name = await organizationName(page, account.organizationId)
  await page.getByRole('button', { name: 'Delete Organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Organization' })
  await dialog.getByRole('textbox').fill('another name')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Type the name of the organization to confirm')
  await dialog.getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await confirmPassword(page)
  await expect(dialog).toBeHidden()
  const banner = page.getByText('This organization will be deleted on')
  await expect(banner).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Delete Organization' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Export Data' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Restore Organization' }).click()
  await expect(toast(page, 'Organization restored')).toBeVisible()
  await expect(banner).toBeHidden()
})

test('deletes the account, after the only admin has settled their organization', {
  tag: '@any-width',
}, async ({ page, account, allowConsole }) => {
  allowConsole(asksForPassword)
  const colleague = await account.colleague('member')
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Delete Account' })
  await expect(card).toContainText("need an admin, and you're the only one")
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Open organization' }).click()
  await page.getByRole('button', { name: 'Leave Organization' }).click()
  const dialog = page.getByRole('dialog', { name: "You're the only admin" })
  await dialog.getByRole('button', { name: 'Choose an Admin' }).click()
  await expect(members(page).getByRole('table')).toBeInViewport()
  await account.post('/api/user/confirm-password', { password })
  await openMenu(page, colleague.email, 'Change role')
  await page.getByRole('radio', { name: /^Admin/ }).click()
  await page.getByRole('button', { name: 'Change Role' }).click()
  await expect(toast(page, 'Role updated')).toBeVisible()
  await page.goto('/profile')
  await card.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByLabel('Type your email to confirm').fill(account.email)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Account deleted')).toContainText(account.email)
  await expect(page).toHaveURL(/\/auth$/)
  const signIn = await account.post('/api/login', { email: account.email, password })
  expect(signIn.status).toBe(401)
})
