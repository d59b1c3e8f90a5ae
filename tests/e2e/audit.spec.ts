import { readFileSync } from 'node:fs'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'

test('shows admins who changed what, exports it, and tells a member to ask them', async ({
  page,
  account,
  context,
}) => {
  const colleague = await account.colleague('member')
  await account.newToken('Checkout server')
  await page.goto('/organization')
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page).toHaveURL(/\/organization\/audit$/)
  const created = page.getByRole('row').filter({ hasText: 'created the API token' })
  await expect(created).toContainText('Checkout server')
  await expect(created).toContainText(account.email)
  await expect(page.getByRole('row').filter({ hasText: 'joined as Member' })).toContainText(colleague.email)
  await expectAccessible(page)

  await page.getByLabel('Event').click()
  await page.getByRole('option', { name: 'Invitation sent', exact: true }).click()
  await expect(page).toHaveURL(/event=invitation.sent/)
  await expect(created).toBeHidden()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: `invited ${colleague.email}` })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain(`Invitation sent,${colleague.email}`)
  expect(csv).not.toContain('API token created')

  await page.goto('/profile?tab=security')
  const events = page.getByRole('region', { name: 'Recent Account Activity' })
  await expect(events.getByText('Account created')).toBeVisible()

  await colleague.signIn(context)
  await page.goto('/organization/audit')
  await page.evaluate((id) => sessionStorage.setItem('selectedOrganizationId', id), account.organizationId)
  await page.reload()
  await expect(page.getByText('Only admins can see the audit trail')).toBeVisible()
})
