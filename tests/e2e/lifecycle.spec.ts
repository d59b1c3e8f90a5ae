import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, newEmail, toast } from './fixtures.ts'
import { confirmPassword, statusOfCall } from './steps.ts'
import { waitForLink } from './wait-for-link.ts'

// Chromium logs every response of 400 and above.
const asksForPassword = /403 .*\/api\/(user\/email-change|user|organization|projects)\)/

const projects = (page: Page) => page.getByRole('region', { name: 'Projects' })

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
