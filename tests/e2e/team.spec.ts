import { PASSWORD } from '#tests/dev/create-account.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, newEmail, toast } from './fixtures.ts'
import { signUpThroughApi } from './sign-up-through-api.ts'
import { confirmPassword, openBrowser } from './steps.ts'
import { invitation, invitations, inviteUser, members, open, openMenu, row } from './team-page.ts'
import { secretsIn, waitForLink } from './wait-for-link.ts'

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

  await signUpThroughApi(theirs.request, fakes, { email, password: 'correct horse battery' })
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

test('revokes an invitation, and its link stops working', { tag: '@any-width' }, async ({
  page,
  account,
  fakes,
  baseURL,
}) => {
  const email = newEmail()
  const { organizationId } = account
  await account.post('/api/user/confirm-password', { password: PASSWORD })
  await account.post('/api/organization/invite', { email, role: 'admin', organizationId })
  const token = secretsIn(await waitForLink(fakes, email, '/auth')).get('invitation')
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
  const asked = await fetch(`${baseURL}/api/invitations/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseURL ?? '' },
    body: JSON.stringify({ token }),
  })
  expect(asked.status).toBe(404)
})

test('shows managers and members only their actions, and nobody any in a suspended organization', {
  tag: '@any-width',
}, async ({ page, context, account, fakes }) => {
  test.slow()
  const { organizationId } = account
  const [manager, member] = await Promise.all([account.colleague('manager'), account.colleague('member')])
  const [toAdmin, toMember] = [newEmail(), newEmail()]
  await account.post('/api/user/confirm-password', { password: PASSWORD })
  await account.post('/api/organization/invite', { email: toAdmin, role: 'admin', organizationId })
  await account.post('/api/organization/invite', { email: toMember, role: 'member', organizationId })
  await fakes.sql(
    'test',
    `update organization_invitations set expires_at = now() - interval '1 hour' where email = $1`,
    [toMember],
  )
  const actions = page.getByRole('button', { name: /^(Invite User|Actions for|Resend|Revoke)/ })
  const settle = async () => {
    await expect(members(page).getByRole('row')).toHaveCount(4)
  }
  const enter = async (person: typeof manager) => {
    await context.clearCookies()
    await person.signIn(context)
    await page.goto('/organization/team')
    await page.evaluate((id) => sessionStorage.setItem('selectedOrganizationId', id), organizationId)
    await page.reload()
    await settle()
  }

  await enter(manager)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(invitation(page, toAdmin).getByRole('button')).toHaveCount(0)
  await expect(invitation(page, toAdmin)).toContainText('Only an admin can change it.')
  await expect(invitation(page, toMember)).toContainText('Expired')
  await expect(invitation(page, toMember).getByRole('button')).toHaveText(['Resend', 'Revoke'])
  await inviteUser(page).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option')).toHaveText([/^Manager/, /^Member/])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await invitation(page, toMember).getByRole('button', { name: 'Resend' }).click()
  await expect(toast(page, 'Invitation sent')).toContainText(toMember)
  await expect(invitation(page, toMember)).not.toContainText('Expired')

  await enter(member)
  await expect(actions).toHaveCount(0)
  await expect(invitations(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'General' }).click()
  await expect(page.getByRole('button', { name: 'New Organization' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename' })).toHaveCount(0)

  await fakes.sql('test', `update organizations set status = 'SUSPENDED' where id = $1`, [organizationId])
  await enter(account)
  await expect(page.getByText('This organization is suspended')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support')
  await expect(invitation(page, toAdmin)).toBeVisible()
  await expect(actions).toHaveCount(0)
  await expectAccessible(page)
  await fakes.sql('test', `update organizations set status = 'DISABLED' where id = $1`, [organizationId])
  await page.reload()
  await settle()
  await expect(page.getByText('This organization is disabled')).toBeVisible()
  await expect(actions).toHaveCount(0)

  await page.goto('/dashboard')
  await expect(page.getByText(/of \d+ used/)).toBeVisible()
  const create = page.getByRole('button', { name: /^create (new|an API) token$/i })
  await expect(create).toHaveText(['Create New Token'])
  await expect(create).toBeDisabled()
  await page.goto('/tokens')
  await expect(page.getByText(/of \d+ used/)).toBeVisible()
  await expect(create).toBeDisabled()
  await expect(page.getByText('No tokens can be created')).toBeVisible()
})
