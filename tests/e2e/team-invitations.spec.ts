import { test } from './account-fixture.ts'
import { expect, newEmail, toast } from './fixtures.ts'
import { invitation, invitations, inviteUser, open, unavailable } from './team-page.ts'
import { waitForLink } from './wait-for-link.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('revokes an invitation, and its link stops working', { tag: ['@any-width', '@core'] }, async ({
  page,
  account,
  fakes,
  baseURL,
}) => {
  const email = newEmail()
  const { organizationId } = account
  await account.post('/api/organization/invite', { email, role: 'admin', organizationId })
  const link = new URL(await waitForLink(fakes, email, '/auth'), baseURL)
  await open(page)
  const revoke = invitation(page, email).getByRole('button', { name: 'Revoke' })
  await revoke.click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke Invitation' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(revoke).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Revoke Invitation' }).click()
  await expect(toast(page, 'Invitation revoked')).toContainText(email)
  await expect(invitations(page).getByText('No pending invitations')).toBeVisible()
  const asked = await fetch(`${link.origin}/api/invitations/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ token: link.searchParams.get('invitation') }),
  })
  expect(asked.status).toBe(404)
})

test('shows why an invitation failed and keeps the input', { tag: '@any-width' }, async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(/(503|409) .*\/api\/organization\/invite\)/)
  let calls = 0
  await page.route('**/api/organization/invite', async (route) => {
    calls++
    await route.fulfill(unavailable)
  })
  await open(page)
  await inviteUser(page).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  const send = dialog.getByRole('button', { name: 'Send Invitation' })
  await dialog.getByLabel('Email').fill('nobody at all')
  await send.click()
  await expect(page.getByText('Invalid email: Please enter a valid email address')).toBeVisible()
  expect(calls).toBe(0)
  const email = newEmail()
  await dialog.getByLabel('Email').fill(email)
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Invitation failed' })).toContainText(
    'The service cannot answer right now.',
  )
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  expect(calls).toBe(1)

  await page.unroute('**/api/organization/invite')
  await dialog.getByLabel('Email').fill(account.email)
  await send.click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    'This person is already a member of the organization.',
  )

  const answer = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/organization/invite', async (route) => {
    sent++
    await answer.promise
    await route.continue()
  })
  await dialog.getByLabel('Email').fill(` ${email.toUpperCase()} `)
  await send.dblclick()
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  answer.resolve()
  await expect(invitation(page, email)).toBeVisible()
  expect(sent).toBe(1)
})
