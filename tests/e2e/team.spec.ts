import { newUser, test } from './account-fixture.ts'
import { expect, newEmail, toast } from './fixtures.ts'
import { confirmPassword, openBrowser } from './steps.ts'
import { invitation, invitations, inviteUser, members, open, openMenu, row } from './team-page.ts'
import { waitForLink } from './wait-for-link.ts'

test('invites a colleague, who joins, gets another role and is removed', {
  tag: ['@any-width', '@core'],
}, async ({ page, account, fakes, browser, allowConsole }) => {
  test.slow()
  allowConsole(/403 .*\/api\/organization\/user-role\)/)
  const email = newEmail()
  const { page: theirs, context: other } = await openBrowser(browser)
  await open(page)
  await expect(row(page, account.email)).toContainText('You')
  await expect(members(page).getByText('Only you so far')).toBeVisible()
  await expect(invitations(page).getByText('No pending invitations')).toBeVisible()
  await inviteUser(page).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveText('Member')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Invitation sent')).toContainText(email)
  await expect(dialog).toBeHidden()
  await expect(inviteUser(page)).toBeFocused()
  await expect(invitation(page, email)).toContainText('Member')
  await expect(invitation(page, email)).toContainText(`Invited by ${account.email}`)
  await expect(invitation(page, email)).toContainText(/Expires \w+ \d+, \d{4}/)

  const first = await waitForLink(fakes, email, '/auth')
  await invitation(page, email).getByRole('button', { name: 'Resend' }).click()
  await expect.poll(() => waitForLink(fakes, email, '/auth')).not.toBe(first)
  await expect(invitation(page, email).getByRole('button', { name: 'Resend' })).toBeEnabled()
  await theirs.goto(first)
  await expect(theirs.getByText('This invitation is no longer valid')).toBeVisible()

  await (await newUser(email)).signIn(other)
  await theirs.goto('about:blank')
  await theirs.goto(await waitForLink(fakes, email, '/auth'))
  await expect(toast(theirs, 'Invitation accepted')).toContainText('as a member')
  await theirs.goto('/organization/team')
  await expect(row(theirs, account.email)).toContainText('Admin')
  await expect(row(theirs, email)).toContainText('You')
  await expect(inviteUser(theirs)).toHaveCount(0)

  await page.reload()
  await expect(row(page, email)).toContainText('Member')
  await expect(invitations(page).getByText('No pending invitations')).toBeVisible()
  await openMenu(page, email, 'Change role')
  const roles = page.getByRole('dialog', { name: 'Change Role' })
  await expect(roles.getByRole('radio', { name: /^Member/ })).toBeFocused()
  await page.keyboard.down('ArrowUp')
  await expect(roles.getByRole('radio', { name: /^Manager/ })).toBeChecked()
  await page.keyboard.up('ArrowUp')
  await page.keyboard.press('Enter')
  await confirmPassword(page)
  await expect(toast(page, 'Role updated')).toContainText(`${email} is now a manager.`)
  await expect(row(page, email)).toContainText('Manager')
  await theirs.reload()
  await expect(row(theirs, email)).toContainText('Manager')
  await expect(inviteUser(theirs)).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  await openMenu(page, email, 'Remove from organization')
  const removal = page.getByRole('alertdialog', { name: 'Remove from organization' })
  await expect(removal).toContainText(email)
  await removal.getByRole('button', { name: 'Remove Member' }).click()
  await expect(toast(page, 'Member removed')).toContainText(email)
  await expect(row(page, email)).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByText(account.organizationId)).toHaveCount(0)
  await expect(row(theirs, email)).toContainText('Admin')
  await expect(theirs.getByText(account.email)).toHaveCount(0)
  expect(await theirs.evaluate(() => localStorage.getItem('selectedOrganizationId'))).not.toBe(
    account.organizationId,
  )
  await other.close()
})
