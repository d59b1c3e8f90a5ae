import { Webhook } from 'standardwebhooks'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { confirmPassword } from './steps.ts'

test('creates an endpoint, and delivers a test event that its receiver can verify', {
  tag: '@any-width',
}, async ({ page, account, fakes, allowConsole }) => {
  allowConsole(/403 .*\/secret/)
  const url = `https://hooks.example.com/${account.organizationId}`
  await page.goto('/webhooks')
  await page.getByRole('button', { name: 'New Endpoint' }).click()
  await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Show Secret' }).click()
  await confirmPassword(page)
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send Test Event' }).click()
  await expect(page.getByText('Test event sent')).toBeVisible()
  await expect(page.getByRole('row', { name: /endpoint\.test Delivered/ })).toBeVisible()
  await expectAccessible(page)
  const [received] = await fakes.takeWebhooks('test', url)
  if (!received) throw new Error('nothing arrived')
  expect(new Webhook(secret).verify(received.body, received.headers)).toMatchObject({ type: 'endpoint.test' })
  await page.getByRole('button', { name: 'endpoint.test' }).click()
  await expect(page.getByRole('dialog').getByText('204', { exact: true })).toBeVisible()
})
