import { vi } from 'vitest'
import { selectOrganization } from '#web/lib/selection.ts'
import type { Invoice } from '#worker/billing/contract.ts'
import type { Member } from '#worker/organizations/contract.ts'
import {
  button,
  expect,
  expectFailure,
  expectHidden,
  expectTexts,
  expectVisible,
  keys,
  open,
  page,
  region,
  server,
  test,
  toast,
  withLargeText,
} from './app.tsx'
import {
  at,
  grace,
  invitation,
  oldSecret,
  organization,
  organizationWith,
  project,
  security,
  subscription,
  team,
  token,
  twoFactorSetup,
  user,
} from './data.ts'
import { billingForm, billingWith, both, recordWith, second } from './form-screens.ts'
import { type Answers, held, refusal, unavailable } from './server.ts'

const path = '/organization'
const teamPath = '/organization/team'
const billingPath = '/organization/billing'
const later = 'The service cannot answer right now.'

const settings = region('Organization Settings')
const members = region('Team Members')
const invitations = region('Pending Invitations')
const row = (email: string) => members.getByRole('row').filter({ hasText: email })
const invitationOf = (email: string) => invitations.getByRole('listitem').filter({ hasText: email })
const switcher = button(/Organization:/)
const newOrganization = button('New Organization')
const name = page.getByLabelText('Organization name')
const dialog = (name: string) => page.getByRole('dialog', { name })
const role = page.getByRole('combobox', { name: 'Role' })

const admin: Member = { id: user.id, email: user.email, role: 'admin', joinedAt: at }
const ofThree: Answers = {
  ...team,
  '/api/organization/members': { $get: [admin, grace] },
  '/api/organization/invitations': { $get: [invitation] },
}

const unconfirmed = refusal(403, "Confirm it's you.", { code: 'CONFIRMATION_REQUIRED' })
const confirmation = dialog('Confirm your password')

const subscribed = (changes: Partial<typeof subscription> = {}): Answers => ({
  '/api/subscription': {
    $get: { configured: true, subscription: { ...subscription, ...changes }, invoices: [], details: null },
  },
})

const pastDue = { state: { kind: 'past-due', until: '2999-01-01T00:00:00.000Z' } } as const

async function choose(item: string): Promise<void> {
  await button(`Actions for ${grace.email}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('shows why the organization failed to load, and retries', { tags: 'deep' }, async () => {
  open(path, { ...team, '/api/organization': { $get: unavailable } })
  await expectVisible(page.getByText('Failed to fetch organization').first())
  await expectVisible(page.getByText(later).first())
  server.answer(organizationWith({}))
  await button('Retry').first().click()
  await expectVisible(settings)
  await expectHidden(switcher)
  await expectVisible(page.getByRole('banner').getByText(organization.name))
})

test('restores the name when the server refuses, and keeps a VAT number to correct', {
  tags: 'deep',
}, async () => {
  const vatNumber = 'GB980780684'
  open(path, { ...team, ...organizationWith({ vatNumber }) })
  const { answer, release } = held(unavailable)
  server.answer({ '/api/organization': { $patch: answer } })
  await button('Rename', settings).click()
  await expect.element(name).toHaveValue(organization.name)
  await name.fill('x')
  await keys('{Enter}')
  await expect.element(name).toHaveAccessibleDescription('The name must be at least 2 characters')
  await name.fill('Southwind')
  await keys('{Enter}')
  await expect.element(settings).toHaveTextContent('Southwind')
  await expect.element(button('Rename', settings)).toHaveFocus()
  release()
  await expect.element(toast('Organization update failed')).toHaveTextContent(later)
  await expect.element(settings).toHaveTextContent(organization.name)
  await button('Close toast').click()
  await expectHidden(toast('Organization update failed'))

  await button('Edit VAT number', settings).click()
  const field = dialog('VAT Number').getByLabelText('Your VAT number')
  await button('Remove', dialog('VAT Number')).click()
  await expect.element(toast('Organization update failed')).toHaveTextContent(later)
  await expect.element(field).toHaveValue(vatNumber)
  await field.fill(' ')
  await button('Save', dialog('VAT Number')).click()
  const expected = 'Enter a valid EU or UK VAT number with its country code, such as DE136695976'
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(expected))
  const message = "This isn't a valid VAT number"
  const details = [{ path: 'vatNumber', message }]
  server.answer({ '/api/organization': { $patch: refusal(422, message, { details }) } })
  await field.fill('GB1')
  await button('Save', dialog('VAT Number')).click()
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message))
  server.answer({
    '/api/organization': {
      $get: { ...organization, vatNumber: 'DE136695976' },
      $patch: { ...organization, vatNumber: 'DE136695976' },
    },
  })
  await field.fill('DE 136695976')
  await button('Save', dialog('VAT Number')).click()
  await expect.element(settings).toHaveTextContent('DE136695976')
  await expect
    .element(toast('Organization updated'))
    .toHaveTextContent('VIES now includes a consultation number')
  expect(await server.sent('PATCH', '/api/organization')).toMatchObject([
    { name: 'Southwind' },
    { vatNumber: null },
    { vatNumber: 'GB1' },
    { vatNumber: 'DE 136695976' },
  ])
})

test('accepts up to 90 days to keep batches', { tags: 'deep' }, async () => {
  open('/organization/data', team)
  server.answer({ '/api/organization': { $patch: { ...organization, batchRetentionDays: 90 } } })
  await button('Edit batch retention').click()
  const days = dialog('Batch Retention').getByLabelText('Days')
  await days.fill('91')
  await keys('{Enter}')
  await expect.element(days).toHaveAccessibleDescription('Enter a number of days from 1 to 90.')
  await days.fill('90')
  await keys('{Enter}')
  await expect.element(toast('Organization updated')).toHaveTextContent('deleted after 90 days')
})

test('shows a member no settings to change, and only the plan', async () => {
  const answers: Answers = {
    ...team,
    ...organizationWith({ role: 'member', tier: 'PRO' }),
    '/api/organization/members': {
      $get: [
        { ...admin, role: 'member' },
        { ...grace, role: 'admin' },
      ],
    },
    '/api/subscription': { $get: { configured: true, subscription, invoices: [], details: null } },
  }
  // The address in older emails.
  open(`${path}#billing`, answers)
  const billing = region('Billing')
  await expect.element(billing).toHaveTextContent('Only admins can manage the subscription and see invoices.')
  await expect.element(billing).toHaveTextContent('Active')
  await expect.element(billing).toHaveTextContent('Pro')
  await expectHidden(billing.getByRole('button'))
  for (const unread of ['/api/organization/members', '/api/organization/invitations', '/api/projects'])
    expect(await server.sent('GET', unread)).toEqual([])
  await expectTexts(page.getByRole('navigation', { name: 'Organization' }).getByRole('link'), [
    'General',
    'Team',
    'Billing',
    'Projects',
    'Security',
    'Data',
  ])
  await expect.element(page.getByRole('link', { name: 'Billing' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'General' }).click()
  await expect.element(settings).toHaveTextContent('Not set')
  await expectHidden(button('Add VAT number'))
})

const actions = button(/^(Invite User|Actions for|Resend|Revoke)/)

test('shows managers only the invitations and roles that they may manage', async () => {
  const toAdmin = { ...invitation, role: 'admin', expiresAt: '2999-01-01T00:00:00.000Z' } as const
  const expired = { ...invitation, id: 4, email: 'old@example.test', status: 'expired' } as const
  open(teamPath, {
    ...ofThree,
    ...organizationWith({ role: 'manager' }),
    '/api/organization/invitations': { $get: [toAdmin, expired] },
  })
  await expectVisible(invitationOf(toAdmin.email).getByText('Only an admin can change it.'))
  await expectVisible(invitationOf(expired.email).getByText('Expired', { exact: true }))
  await expectTexts(actions, ['Invite User', 'Resend', 'Revoke'])
  await button('Invite User').click()
  await role.click()
  await expectTexts(page.getByRole('option'), [/^Manager/, /^Member/])
})

test('offers a role that is left after an admin became a manager elsewhere', { tags: 'deep' }, async () => {
  open(teamPath, ofThree)
  await button('Invite User').click()
  await dialog('Invite User').getByLabelText('Email').fill(invitation.email)
  await role.click()
  await page.getByRole('option', { name: /^Admin/ }).click()
  server.answer({
    ...organizationWith({ role: 'manager' }),
    '/api/organization/invite': { $post: refusal(403, 'No.', { code: 'ROLE_TOO_LOW' }) },
  })
  await button('Send Invitation').click()
  await expect.element(toast('Your role has changed')).toHaveTextContent('Manager')
  await expect.element(role).toHaveTextContent('Member')
  await expect.element(dialog('Invite User').getByLabelText('Email')).toHaveValue(invitation.email)
})

test('lets a member change nothing of the team', async () => {
  open(teamPath, { ...ofThree, ...organizationWith({ role: 'member' }) })
  await expectVisible(row(grace.email))
  await expectTexts(actions, [])
  await expectHidden(members.getByRole('search'))
  await expectHidden(invitations)
})

test('lets nobody change a suspended organization', async () => {
  open(teamPath, { ...ofThree, ...organizationWith({ status: 'SUSPENDED' }) })
  await expectVisible(page.getByText('This organization is suspended'))
  await expectVisible(invitationOf(invitation.email))
  await expectTexts(actions, [])
  await page.getByRole('link', { name: 'API Tokens' }).click()
  await expectVisible(page.getByText('No tokens can be created'))
  await expect.element(button('Create New Token').first()).toBeDisabled()
})

test('shows changes of the team at once and reverts them when the server refuses', async () => {
  open(teamPath, ofThree)
  const message = 'An organization needs at least one admin. Make someone else an admin first.'
  const roleChange = held(refusal(409, message, { code: 'LAST_ADMIN' }))
  const removal = held(unavailable)
  const revocation = held(unavailable)
  server.answer({
    '/api/organization/user-role': { $patch: roleChange.answer },
    '/api/organization/remove-member': { $delete: removal.answer },
    '/api/organization/invitations/:invitationId': { $delete: revocation.answer },
  })
  await choose('Change role')
  await page.getByRole('radio', { name: /^Admin/ }).click()
  await button('Change Role').click()
  await expect.element(row(grace.email)).toHaveTextContent('Admin')
  await expect.element(button(`Actions for ${grace.email}`)).toHaveFocus()
  roleChange.release()
  await expect.element(toast('Role update failed')).toHaveTextContent(message)
  await expect.element(row(grace.email)).toHaveTextContent('Member')
  await expect.element(button(`Actions for ${grace.email}`)).toHaveFocus()

  await choose('Remove from organization')
  await button('Remove Member').click()
  await expectHidden(row(grace.email))
  await expect.poll(() => members.element().contains(document.activeElement)).toBe(true)
  removal.release()
  await expect.element(toast('Remove member failed')).toHaveTextContent(later)
  await expect.element(row(grace.email)).toHaveTextContent('Member')

  await button('Revoke', invitationOf(invitation.email)).click()
  await button('Revoke Invitation').click()
  await expectVisible(invitations.getByText('No pending invitations'))
  revocation.release()
  await expect.element(toast('Revoke invitation failed')).toHaveTextContent(later)
  await expectVisible(invitationOf(invitation.email))
  server.answer({
    '/api/organization/invitations': { $get: [] },
    '/api/organization/invitations/:invitationId': { $delete: new Response(null, { status: 204 }) },
  })
  await button('Revoke', invitationOf(invitation.email)).click()
  await button('Revoke Invitation').click()
  await expect.element(toast('Invitation revoked')).toHaveTextContent(invitation.email)
})

test('keeps the focus in the table when a refusal shows that a member is gone', {
  tags: 'deep',
}, async () => {
  open(teamPath, ofThree)
  const refused = held(refusal(404, 'Not a member.', { code: 'MEMBER_NOT_FOUND' }))
  server.answer({ '/api/organization/user-role': { $patch: refused.answer } })
  await choose('Change role')
  await page.getByRole('radio', { name: /^Admin/ }).click()
  await button('Change Role').click()
  await expect.element(button(`Actions for ${grace.email}`)).toHaveFocus()
  server.answer({ '/api/organization/members': { $get: [admin] } })
  refused.release()
  await expectHidden(row(grace.email))
  await expect.poll(() => members.element().contains(document.activeElement)).toBe(true)
})

test('offers to revoke the tokens that a removed member created, and lists them', {
  tags: 'deep',
}, async () => {
  const question = page.getByRole('alertdialog')
  open(teamPath, {
    ...ofThree,
    '/api/organization/members': { $get: [admin, { ...grace, role: 'manager' }] },
    '/api/tokens': { $get: [token({ name: 'Nightly check', createdBy: grace.email }), token({ id: 2 })] },
    '/api/projects': { $get: [{ ...project, key: { ...project.key, createdBy: grace.email } }] },
    '/api/organization/remove-member': { $delete: new Response(null, { status: 204 }) },
  })
  await choose('Remove from organization')
  await expect.element(question).toHaveTextContent('Webhook endpoints they added keep receiving events')
  await expectTexts(question.getByRole('listitem'), ['Nightly check', 'Project key of Shop'])
  const revokes = question.getByRole('checkbox', { name: 'Also revoke the 2 API tokens they created' })
  await expect.element(revokes).toBeChecked()
  await button('Remove and Revoke').click()
  await expectVisible(toast('Member removed'))
  expect(await server.sent('DELETE', '/api/organization/remove-member')).toMatchObject([
    { revokeTokens: true },
  ])
})

test('never revokes tokens unasked, also if they failed to load', { tags: 'deep' }, async () => {
  open(teamPath, {
    ...ofThree,
    '/api/tokens': { $get: unavailable },
    '/api/organization/remove-member': { $delete: new Response(null, { status: 204 }) },
  })
  await choose('Remove from organization')
  await expectVisible(button('Remove and Revoke'))
  await page.getByRole('checkbox', { name: 'Also revoke the API tokens they created' }).click()
  await button('Remove Member').click()
  await expectVisible(toast('Member removed'))
  expect(await server.sent('DELETE', '/api/organization/remove-member')).toMatchObject([
    { revokeTokens: false },
  ])
})

test('shows 25 members a page, and finds one by a part of the email', { tags: 'deep' }, async () => {
  const all = Array.from({ length: 26 }, (_, id) => ({ ...grace, id, email: `member${id}@example.test` }))
  // The page of a member who left meanwhile.
  open(`${teamPath}?from=26`, { ...team, '/api/organization/members': { $get: all } })
  const rows = members.getByRole('row')
  const search = members.getByRole('searchbox', { name: 'Search by email' })
  await expect.poll(() => rows.length).toBe(1 + 25)
  await members.getByRole('link', { name: 'Next' }).click()
  await expectVisible(row('member25@example.test'))
  expect(rows.length).toBe(1 + 1)
  await search.fill('MEMBER7')
  await keys('{Enter}')
  await expectVisible(row('member7@example.test'))
  expect(rows.length).toBe(1 + 1)
  await search.fill('nobody')
  await keys('{Enter}')
  await expectVisible(members.getByText('No members match these filters'))
  await button('Clear Filters', members).first().click()
  await expect.poll(() => rows.length).toBe(1 + 25)
})

test('shows 25 more invitations at a time', { tags: 'deep' }, async () => {
  const all = Array.from({ length: 51 }, (_, id) => ({ ...invitation, id, email: `new${id}@example.test` }))
  open(teamPath, { ...team, '/api/organization/invitations': { $get: all } })
  const rows = invitations.getByRole('listitem')
  for (const count of [25, 50]) {
    await expectVisible(invitations.getByText(`${count} of 51 invitations`))
    expect(rows.length).toBe(count)
    await button('Show More', invitations).click()
  }
  await expectHidden(button('Show More', invitations))
  await expect.element(button('Resend', invitationOf('new50@example.test'))).toHaveFocus()
})

test('shows what the team is searched for, also once one page is enough', { tags: 'deep' }, async () => {
  open(`${teamPath}?email=grace`, ofThree)
  await expectVisible(row(grace.email))
  expect(members.getByRole('row').length).toBe(1 + 1)
  await expect.element(members.getByRole('searchbox')).toHaveValue('grace')
  await button('Clear Filters', members).click()
  await expect.poll(() => members.getByRole('row').length).toBe(1 + 2)
  await expectHidden(members.getByRole('search'))
})

test('shows that the team loads, and why it failed to', { tags: 'deep' }, async () => {
  const { answer, release } = held(unavailable)
  open(teamPath, {
    ...team,
    '/api/organization/members': { $get: answer },
    '/api/organization/invitations': { $get: answer },
  })
  await expect.element(members.getByText('Loading team members')).toBeInTheDocument()
  release()
  await expectVisible(members.getByText('Failed to fetch members'))
  await expectVisible(members.getByText(later))
  await expectVisible(invitations.getByText('Failed to fetch invitations'))
  server.answer(team)
  await button('Retry', members).click()
  await expectVisible(members.getByText('Only you so far'))
  await expectVisible(invitations.getByText('No pending invitations'))
})

test('explains the roles, and why an invitation failed, and keeps the input', { tags: 'deep' }, async () => {
  const invite = '/api/organization/invite'
  open(teamPath, { ...team, [invite]: { $post: unavailable } })
  await button('Invite User').click()
  const email = dialog('Invite User').getByLabelText('Email')
  const send = button('Send Invitation')
  await role.click()
  await expectTexts(page.getByRole('option'), [
    'AdminManages settings, members, API tokens, projects and webhooks.',
    "ManagerInvites members and manages API tokens, projects and webhooks. Can't change settings.",
    'MemberCreates API tokens and manages their own. Views projects.',
  ])
  await page.getByRole('option', { name: /^Admin/ }).click()
  await expect
    .element(role)
    .toHaveAccessibleDescription('Manages settings, members, API tokens, projects and webhooks.')
  await email.fill('nobody at all')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expectVisible(toast('Invalid email'))
  await expect.element(email).toHaveFocus()
  expect(await server.sent('POST', invite)).toEqual([])

  await email.fill(invitation.email)
  await send.click()
  await expectFailure('Invitation failed', later)
  await expect.element(email).toHaveValue(invitation.email)
  const message = 'This person is already a member of the organization.'
  server.answer({ [invite]: { $post: refusal(409, message, { code: 'ALREADY_MEMBER' }) } })
  await send.click()
  await expect.element(email).toHaveAccessibleDescription(message)

  const { id, role: invitedRole, expiresAt } = invitation
  const { answer, release } = held({ id, email: invitation.email, role: invitedRole, expiresAt })
  server.answer({ [invite]: { $post: answer }, '/api/organization/invitations': { $get: [invitation] } })
  await email.fill(` ${invitation.email.toUpperCase()} `)
  await send.dblClick()
  await expectVisible(button('Sending...'))
  await keys('{Escape}')
  await expectVisible(dialog('Invite User'))
  release()
  await expectVisible(invitationOf(invitation.email))
  expect(await server.sent('POST', invite)).toHaveLength(3)
})

test('asks for the password before it invites an admin, and keeps the input if canceled', async () => {
  open(teamPath, {
    ...team,
    '/api/user/security': { $get: security },
    '/api/organization/invite': { $post: unconfirmed },
  })
  await button('Invite User').click()
  await dialog('Invite User').getByLabelText('Email').fill(invitation.email)
  await button('Send Invitation').click()
  await button('Cancel', confirmation).click()
  await expect.element(dialog('Invite User').getByLabelText('Email')).toHaveValue(invitation.email)
  expect(await server.sent('POST', '/api/organization/invite')).toHaveLength(1)
})

test("asks for the password before the tab with Paddle's portal opens", async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const opened = vi.spyOn(window, 'open').mockReturnValue(frame.contentWindow)
  open(billingPath, {
    ...team,
    '/api/user/security': { $get: security },
    ...subscribed(),
    '/api/user/confirmation': { $get: unconfirmed },
  })
  await button("Open Paddle's Customer Portal").click()
  await expectVisible(confirmation)
  expect(opened).not.toHaveBeenCalled()
  const done = new Response(null, { status: 204 })
  server.answer({
    '/api/user/confirmation': { $get: done },
    '/api/user/confirm-password': { $post: done },
    '/api/subscription/portal': { $post: { url: 'about:blank#portal' } },
  })
  await confirmation.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await button('Confirm', confirmation).click()
  await expect.poll(() => frame.contentWindow?.location.href).toBe('about:blank#portal')
  expect(opened.mock.calls).toEqual([['', '_blank']])
  frame.remove()
})

test("reads the plan again when the user comes back from Paddle's portal", { tags: 'deep' }, async () => {
  open(billingPath, { ...team, ...subscribed({ state: { kind: 'unpaid' } }) })
  const billing = region('Billing')
  await expect.element(billing).toHaveTextContent('The organization is on the Free plan.')
  const paid = { ...organization, tier: 'PRO', monthlyLimit: 2_000 } as const
  server.answer({ ...subscribed(), '/api/organization': { $get: paid } })
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('focus'))
      return billing.element().textContent
    })
    .toContain('2,000 validations')
  await expect.element(billing).toHaveTextContent('Active')
})

test('says nothing about the VAT number before it is known', { tags: 'deep' }, async () => {
  const read = held({ ...organization, vatNumber: 'DE136695976' })
  open(billingPath, { ...team, '/api/organization': { $get: read.answer } })
  const billing = region('Billing')
  await expectVisible(billing.getByText('Billing details', { exact: true }))
  await expect.element(billing).not.toHaveTextContent('VAT number')
  read.release()
  await expect.element(billing).toHaveTextContent('VAT number: DE136695976.')
})

test("says at once that Paddle didn't accept the billing details", { tags: 'deep' }, async () => {
  const { details } = billingForm.answers['/api/subscription'].$get
  open(billingPath, {
    ...team,
    ...billingForm.answers,
    '/api/organization/billing-details': { $put: { ...details, status: 'refused' } },
  })
  await button('Edit Billing Details').click()
  await button('Save').click()
  await expect
    .element(toast('Billing details saved'))
    .toHaveTextContent("Paddle didn't accept the details. Check the country and the address.")
})

const priceChanged = refusal(409, 'This now costs more.', { code: 'PRICE_CHANGED' })

test('keeps the plan only for free, and reads the subscription again if that is over', async () => {
  open(billingPath, {
    ...team,
    ...subscribed({ plan: 'ENTERPRISE', state: { kind: 'downgrading', at, to: 'PRO' } }),
  })
  await expectVisible(button('Keep Enterprise'))
  server.answer({ ...subscribed(), '/api/subscription/change': { $post: priceChanged } })
  await button('Keep Enterprise').click()
  await expect.element(toast('Failed to change the plan')).toHaveTextContent('This now costs more.')
  await expectVisible(button('Change Plan'))
  await expectHidden(button('Keep Enterprise'))
  expect(await server.sent('POST', '/api/subscription/change')).toEqual([
    { organizationId: organization.id, plan: 'ENTERPRISE', maxDue: '0.00' },
  ])
})

test.for([
  [{}, 'Change Plan', 'You get 50,000 validations a month immediately.'],
  [{ plan: 'ENTERPRISE' }, undefined, '$149 a month, 50,000 validations'],
  [
    { plan: 'ENTERPRISE', state: { kind: 'downgrading', at, to: 'PRO' } },
    undefined,
    /you keep Enterprise, with 50,000 validations/,
  ],
  [{ state: { kind: 'paused' } }, undefined, /The organization is on the Enterprise plan/],
  [{ state: { kind: 'paused' } }, 'Cancel Subscription', /The organization stays on the Enterprise plan/],
] as const)(
  'shows the tier and the limit that support set: %j',
  { tags: 'deep' },
  async ([changes, action, text]) => {
    const contract = { ...organization, tier: 'ENTERPRISE', monthlyLimit: 50_000 } as const
    open(billingPath, {
      ...team,
      ...subscribed(changes),
      '/api/organization': { $get: contract },
      '/api/user/organizations': { $get: [contract] },
      '/api/subscription/change-preview': { $get: unavailable },
    })
    if (action) await button(action).click()
    await expectVisible(page.getByText(text))
  },
)

test('changes the plan only for the price shown, and shows the new one if it rose', async () => {
  const preview = (amount: string): Answers => ({
    '/api/subscription/change-preview': {
      $get: {
        ...{ plan: 'ENTERPRISE', credit: '0.00', charge: amount },
        due: { amount, currency: 'USD', action: 'charge' },
        nextCharge: { at, amount: '149.00', currency: 'USD' },
      },
    },
  })
  open(billingPath, { ...team, ...subscribed(), ...preview('3.00') })
  await button('Change Plan').click()
  await expectVisible(button('Pay $3.00 and Change'))
  server.answer({ ...preview('100.00'), '/api/subscription/change': { $post: priceChanged } })
  await button('Pay $3.00 and Change').click()
  await button('Pay $100.00 and Change').click()
  await expect
    .poll(() => server.sent('POST', '/api/subscription/change'))
    .toMatchObject([{ maxDue: '3.00' }, { maxDue: '100.00' }])
})

test('shows the day of the next charge without an amount that Paddle did not confirm', async () => {
  const nextCharge = { at: '2026-12-20T12:00:00.000Z', amount: null }
  open(billingPath, { ...team, ...subscribed({ nextCharge }) })
  await expect.element(region('Billing')).toHaveTextContent('Next chargeDec 20, 2026')
})

test("doesn't name the next period's charge while the last one is past due", { tags: 'deep' }, async () => {
  const nextCharge = { at: '2026-12-20T12:00:00.000Z', amount: '49.00', currency: 'USD' }
  open(billingPath, { ...team, ...subscribed({ ...pastDue, nextCharge }) })
  const billing = region('Billing')
  await expect.element(billing).toHaveTextContent('Past due')
  await expect.element(billing).not.toHaveTextContent('$49.00')
})

test.for([
  ['2999-01-01T00:00:00.000Z', /If the period you paid for is over, you pay for a new one/],
  ['2026-01-01T00:00:00.000Z', /You then pay \$49, plus tax, for a new period/],
] as const)('says what resuming costs in a period that ends at %s', async ([currentPeriodEnd, text]) => {
  open(billingPath, { ...team, ...subscribed({ state: { kind: 'paused' }, currentPeriodEnd }) })
  await expectVisible(page.getByText(text))
})

test('offers no resumption while the organization is suspended', { tags: 'deep' }, async () => {
  open(billingPath, {
    ...team,
    ...subscribed({ state: { kind: 'paused' } }),
    ...organizationWith({ status: 'SUSPENDED' }),
  })
  await expectVisible(page.getByText('The subscription is paused'))
  await expectHidden(page.getByText(/Resume the subscription/))
})

test('offers no plan while the organization is suspended, and says how to activate it', async () => {
  const $get = { configured: true, subscription: null, invoices: [], details: null }
  open('/products', { '/api/subscription': { $get }, ...organizationWith({ status: 'SUSPENDED' }) })
  await expectVisible(page.getByText('This organization is suspended'))
  await expect
    .element(page.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', '/support')
  await expect.element(button('Not Available Now').first()).toBeDisabled()
})

test('shows what was refunded of a payment', async () => {
  const invoice = { transactionId: 'txn_1', billedAt: at, currency: 'USD', plan: 'PRO' } as const
  const invoices = [{ ...invoice, amount: '49.00', refundedAmount: '20.00', status: 'completed' } as const]
  const $get = { configured: true, subscription, invoices, details: null }
  open(billingPath, { ...team, '/api/subscription': { $get } })
  await expect
    .element(page.getByRole('list', { name: 'Invoices' }))
    .toHaveTextContent('PaidPro$20.00 refunded')
})

test("says why Paddle's portal stays closed", { tags: 'deep' }, async () => {
  const message = "The portal would also show another organization's subscription."
  open(billingPath, {
    ...team,
    ...subscribed(pastDue),
    '/api/user/confirmation': { $get: new Response(null, { status: 204 }) },
    '/api/subscription/portal': { $post: refusal(403, message, { code: 'PORTAL_SHARED' }) },
  })
  await button('Update Payment Method').click()
  await expect.element(toast("Failed to open Paddle's customer portal")).toHaveTextContent(message)
})

test.for([
  ['ACTIVE', 'This organization has no free validations'],
  ['DISABLED', "This organization can't validate"],
] as const)('says why an organization that is %s has no quota', { tags: 'deep' }, async ([status, text]) => {
  const quota = { ...organization.quota, monthlyLimit: 0 }
  open(path, { ...team, ...organizationWith({ status, quota }) })
  await expectVisible(page.getByText(text))
  await expect.element(page.getByText('0 of 0 used')).not.toBeInTheDocument()
})

test('switches between organizations, and shows one that is suspended', async () => {
  const suspended = { ...second, role: 'member', status: 'SUSPENDED' } as const
  const quota = { ...organization.quota, usedCount: 90 }
  open(path, {
    ...team,
    '/api/user/organizations': { $get: [organization, suspended] },
    '/api/organization': {
      $get: ({ url }) => (url.includes('org_2') ? { ...suspended, quota } : organization),
    },
  })
  await expectVisible(page.getByText('0 of 100 used'))
  await expectVisible(page.getByRole('progressbar', { name: 'Monthly quota used' }))
  await switcher.click()
  const option = page.getByRole('menuitemradio', { name: /Second Company/ })
  for (const text of ['Suspended', 'Member', 'Free']) await expect.element(option).toHaveTextContent(text)
  await option.click()
  await expectVisible(page.getByText('90 of 100 used'))
  await expect.element(switcher).toHaveTextContent('Second Company')
  expect(localStorage.getItem('selectedOrganizationId')).toBe('org_2')
})

test('leaves an organization once for two clicks, and shows the next one', async () => {
  const { answer, release } = held(new Response(null, { status: 204 }))
  open(teamPath, {
    ...both,
    '/api/organization/members': { $get: [admin, { ...grace, role: 'admin' }] },
    '/api/organization/leave': { $post: answer },
  })
  await button('Leave Organization').click()
  const question = page.getByRole('alertdialog', { name: 'Leave Organization' })
  await expectVisible(question.getByText('You lose access to Ada Analytics immediately.'))
  await button('Leave Organization', question).dblClick()
  server.answer({ ...team, '/api/user/organizations': { $get: [second] } })
  release()
  await expectVisible(toast('You left Ada Analytics'))
  await expectVisible(members.getByText('Only you so far'))
  await expectHidden(row(grace.email))
  await expectHidden(switcher)
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(localStorage.getItem('selectedOrganizationId')).toBe('org_2')
  expect(await server.sent('POST', '/api/organization/leave')).toHaveLength(1)
})

test('keeps the focus on the screen when the next organization is shown', async () => {
  open(teamPath, both)
  const leave = button('Leave Organization')
  await expectVisible(leave)
  leave.element().focus()
  selectOrganization('org_2')
  await expect.element(switcher).toHaveTextContent('Second Company')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('offers the only admin to delete the organization or to choose an admin', { tags: 'deep' }, async () => {
  open(teamPath, ofThree)
  const question = dialog("You're the only admin")
  await button('Leave Organization').click()
  await button('Delete Organization', question).click()
  await expectVisible(dialog('Delete Organization'))
  await keys('{Escape}')
  await button('Leave Organization').click()
  await button('Choose an Admin', question).click()
  await expect.poll(() => document.activeElement?.matches('div:has(table)')).toBe(true)
})

test.for<[string, string, Answers]>([
  ['/', 'Validate Tax ID', {}],
  [teamPath, 'Team Members', team],
  [billingPath, 'Billing', { ...team, ...subscribed(pastDue) }],
  ['/tokens', 'Checkout', { '/api/tokens': { $get: [token({ deleteAt: oldSecret.endsAt })] } }],
])('%s fits a phone with large text', { tags: 'deep' }, async ([screen, name, answers]) => {
  open(screen, { ...both, ...answers })
  await expectVisible(button(/Organization:/))
  const title = page.getByRole('heading', { name, exact: true })
  await expectVisible(title)
  expect(await withLargeText()).toBe(360)
  const lines = document.createRange()
  lines.selectNodeContents(title.element())
  expect(await withLargeText(() => lines.getClientRects().length)).toBeLessThan(3)
})

const unshared = recordWith({ link: null })
const nineDigits = { usedCount: 987_654_321, monthlyLimit: 999_999_999 }

test.for<[string, string, Answers]>([
  ['/', 'Validate Tax ID', {}],
  ['/organization', 'API Usage', organizationWith({ quota: { ...organization.quota, ...nineDigits } })],
  ['/support', 'Submit a Request', { '/api/support/requests': { $get: { requests: [], next: null } } }],
  [unshared.path, 'Tax ID validation record', unshared.answers],
])('%s fits a phone with text of twice the size', { tags: 'deep' }, async ([screen, name, answers]) => {
  open(screen, { ...both, ...answers })
  await expectVisible(page.getByRole('heading', { name, exact: true }))
  expect(await withLargeText(undefined, 200)).toBe(360)
})

test('keeps an invoice beside its amount, or below it with text of twice the size', {
  tags: 'deep',
}, async () => {
  const invoice: Invoice = {
    ...{ transactionId: 'txn_1', billedAt: at, amount: '177.31', refundedAmount: '0', currency: 'USD' },
    ...{ status: 'completed', plan: 'ENTERPRISE' },
  }
  open(billingPath, {
    ...team,
    '/api/subscription': { $get: { configured: true, subscription, invoices: [invoice], details: null } },
  })
  const amount = region('Billing').getByText('$177.31', { exact: true })
  await expectVisible(amount)
  const overlap = () => {
    const line = document.createRange()
    line.selectNodeContents(amount.element())
    const shown = line.getBoundingClientRect()
    const link = button(/^Invoice/)
      .element()
      .getBoundingClientRect()
    return Math.max(0, Math.min(shown.right - link.left, shown.bottom - link.top))
  }
  expect(await withLargeText(overlap, 100)).toBe(0)
  expect(await withLargeText(overlap, 200)).toBe(0)
})

test('shows an admin the audit tab if the organization fails to load', { tags: 'deep' }, async () => {
  open('/organization/audit', {
    ...team,
    ...organizationWith({ status: 'SUSPENDED' }),
    '/api/organization': { $get: unavailable },
    '/api/organization/audit': { $get: unavailable },
  })
  await expectVisible(page.getByText('Failed to fetch organization').last())
  await expectVisible(page.getByText('This organization is suspended'))
  await expect.element(page.getByRole('link', { name: 'Audit' })).toHaveAttribute('aria-current', 'page')
})

test('fits the long reason of a suspension on a phone', { tags: 'deep' }, async () => {
  await page.viewport(360, 800)
  const statusReason = `https://example.test/${'x'.repeat(100)}`
  open(path, { ...team, ...organizationWith({ status: 'SUSPENDED', statusReason }) })
  await expectVisible(page.getByText(statusReason))
  expect(document.documentElement.scrollWidth).toBe(360)
  await page.viewport(1440, 900)
})

test('offers a new organization on every screen when there is none, and forgets the last one', async () => {
  localStorage.setItem('selectedOrganizationId', 'org_gone')
  for (const screen of [path, '/activity', '/', '/tokens']) {
    open(screen, { '/api/user/organizations': { $get: [] } })
    await expectVisible(page.getByRole('banner').getByText('No organizations'))
    await expectVisible(page.getByRole('main').getByText('No organizations'))
    await expectVisible(newOrganization)
    expect([localStorage, sessionStorage].map((store) => store.getItem('selectedOrganizationId'))).toEqual([
      null,
      null,
    ])
  }
  const created = { ...organization, name: 'A new start' }
  server.answer({
    '/api/user/organizations': { $get: [created], $post: created },
    '/api/organization': { $get: created },
  })
  await newOrganization.click()
  await name.fill('A new start')
  await keys('{Enter}')
  await expectVisible(page.getByText('No API tokens yet'))
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(await server.sent('POST', '/api/user/organizations')).toEqual([{ name: 'A new start' }])
})

test('creates another organization from the screen and the switcher, and selects it', async () => {
  open(path, { ...team, '/api/user/organizations': { $post: unavailable } })
  await expectHidden(switcher)
  await newOrganization.click()
  await name.fill('Second Company')
  await keys('{Enter}')
  await expectFailure('Failed to create organization', later)
  const { answer, release } = held(second)
  server.answer({ ...both, '/api/user/organizations': { $get: [organization, second], $post: answer } })
  await button('Create Organization').dblClick()
  release()
  await expect.element(toast('Organization created')).toHaveTextContent("You're now in Second Company")
  await expect.element(settings).toHaveTextContent('Second Company')
  expect(localStorage.getItem('selectedOrganizationId')).toBe('org_2')
  expect(await server.sent('POST', '/api/user/organizations')).toHaveLength(2)
  await switcher.click()
  await page.getByRole('menuitem', { name: 'New Organization' }).click()
  await expect.element(name).toHaveFocus()
  await keys('{Escape}')
  await expect.element(switcher).toHaveFocus()
})

test('offers to restore a deleted organization, but not once its data is being deleted', async () => {
  const due = { ...organization, id: 'org_2', name: 'Due Company', status: 'DISABLED', deleteAt: at } as const
  const deleted = { ...organization, status: 'DISABLED', deleteAt: '2999-01-01T00:00:00.000Z' } as const
  open(path, {
    ...team,
    '/api/user/organizations': { $get: [deleted, due] },
    '/api/organization': { $get: ({ url }) => (url.includes('org_2') ? due : deleted) },
  })
  await expectVisible(button('Restore Organization'))
  await switcher.click()
  await page.getByRole('menuitemradio', { name: /Due Company/ }).click()
  await expectVisible(page.getByText('It can no longer be restored.'))
  await expectHidden(button('Restore Organization'))
})

test('restores a suspended organization with its subscription', async () => {
  const suspended = { ...organization, tier: 'PRO', status: 'SUSPENDED' } as const
  const deleteAt = '2999-01-01T00:00:00.000Z'
  const { answers: ending } = billingWith({ state: { kind: 'canceling', at: deleteAt } })
  open(billingPath, { ...ending, ...organizationWith({ ...suspended, deleteAt }) })
  await expectVisible(page.getByText("The plan isn't renewed."))
  server.answer({
    ...billingForm.answers,
    ...organizationWith(suspended),
    '/api/organization/restore': { $post: suspended },
  })
  await button('Restore Organization').click()
  await expectVisible(page.getByText(`Contact support to reactivate ${organization.name}.`))
  await expectHidden(page.getByText('The subscription ends on'))
})

test('deletes an organization whose name has spaces that nobody sees, and restores it', {
  tags: 'deep',
}, async () => {
  const name = 'Ada\u00a0 Ltd'
  const active = organizationWith({ name, tier: 'PRO' })
  const deleteAt = '2999-01-01T00:00:00.000Z'
  const deleted = { ...organization, name, status: 'DISABLED', deleteAt, monthlyLimit: 0 } as const
  const done = new Response(null, { status: 204 })
  open('/organization/data', { ...active, '/api/user/security': { $get: security } })
  await button('Delete Organization').click()
  await expectVisible(page.getByText("The Pro plan isn't renewed."))
  const field = dialog('Delete Organization').getByLabelText('Type Ada Ltd to confirm')
  await field.fill('Ada Ltd')
  const submit = button('Delete Organization', dialog('Delete Organization'))
  server.answer({ '/api/organization': { $delete: unconfirmed } })
  await submit.click()
  await expectVisible(confirmation)
  server.answer({
    ...organizationWith(deleted),
    '/api/user/confirm-password': { $post: done },
    '/api/organization': { $get: deleted, $delete: deleted },
  })
  await confirmation.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await button('Confirm', confirmation).click()
  await expectVisible(toast('Organization deleted'))
  expect(await server.sent('DELETE', '/api/organization')).toMatchObject([{ name }, { name }])
  await expectVisible(page.getByText('This organization will be deleted on'))
  const billing = { configured: true, subscription: null, invoices: [], details: null }
  server.answer({ '/api/subscription': { $get: billing } })
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expectVisible(page.getByText('0 validations a month.', { exact: true }))
  await page.getByRole('link', { name: 'Pricing Plans' }).click()
  await expect.element(page.getByRole('button', { name: 'Not Available Now' }).first()).toBeDisabled()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expectVisible(page.getByRole('region', { name: 'Service Tier' }).getByText('Current plan'))
  await expectHidden(page.getByText('Upgrade to Premium'))
  await expectVisible(page.getByText('None at the moment'))
  server.answer({ ...active, '/api/organization/restore': { $post: { ...organization, name } } })
  await button('Restore Organization').click()
  await expect.element(toast('Organization restored')).toHaveTextContent('Create new API tokens for Ada Ltd.')
  await expectHidden(page.getByText('This organization will be deleted on'))
})

test('requires two-factor sign-in, and shows who lacks it', { tags: 'deep' }, async () => {
  const lacking = {
    '/api/organization/members': {
      $get: [
        { ...admin, hasTwoFactor: true },
        { ...grace, hasTwoFactor: false },
      ],
    },
  }
  open('/organization/security', {
    ...ofThree,
    ...lacking,
    '/api/organization/two-factor': { $put: refusal(403, 'Turn on two-factor sign-in in your profile.') },
  })
  await expectVisible(page.getByText('Not required'))
  await expectVisible(page.getByText('On for 1 of 2'))
  await button('Edit two-factor requirement').click()
  const rule = dialog('Require two-factor sign-in')
  await expectTexts(rule.getByRole('listitem'), [grace.email])
  const require = button('Require', rule, { exact: true })
  await require.click()
  await expectVisible(rule.getByText('Turn on two-factor sign-in in your profile.'))
  const required = { twoFactorRequiredAt: at }
  server.answer({
    ...organizationWith(required),
    '/api/organization/two-factor': { $put: { ...organization, ...required } },
  })
  await require.click()
  await expectVisible(page.getByText('Required for all members'))
  await page.getByRole('link', { name: 'Team' }).click()
  await expectVisible(row(grace.email).getByText('No two-factor'))
  expect(await server.sent('PUT', '/api/organization/two-factor')).toMatchObject(
    Array(2).fill({ required: true }),
  )
})

test('shows admins how many use two-factor sign-in, also after they turn it on and off', {
  tags: 'deep',
}, async () => {
  const ofAccount = (enabledAt: string | null): Answers => ({
    '/api/organization/members': {
      $get: [
        { ...admin, hasTwoFactor: enabledAt !== null },
        { ...grace, hasTwoFactor: false },
      ],
    },
    '/api/user/security': { $get: { ...security, twoFactor: { ...security.twoFactor, enabledAt } } },
  })
  open('/organization/security', {
    ...ofThree,
    ...ofAccount(null),
    '/api/user/sessions': { $get: [] },
    '/api/user/audit': { $get: { entries: [], next: null } },
    '/api/user/two-factor/setup': { $post: twoFactorSetup },
    '/api/user/two-factor/enable': { $post: new Response(null, { status: 204 }) },
    '/api/user/two-factor': { $delete: new Response(null, { status: 204 }) },
  })
  const account = page.getByRole('link', { name: 'Password, two-factor sign-in and sessions' })
  const comeBack = async () => {
    await page.getByRole('link', { name: 'Organization', exact: true }).click()
    await page.getByRole('link', { name: 'Security', exact: true }).click()
  }
  await expectVisible(page.getByText('On for 0 of 2'))
  await account.click()
  await button('Turn On').click()
  await button("I've Saved My Codes").click()
  await page.getByLabelText('6-digit code from the app').fill('123456')
  server.answer(ofAccount(at))
  await button('Turn On', page.getByRole('dialog')).click()
  await expectVisible(toast('Two-factor sign-in is on'))
  await comeBack()
  await expectVisible(page.getByText('On for 1 of 2'))
  await account.click()
  await button('Turn Off').click()
  server.answer(ofAccount(null))
  await button('Turn Off', page.getByRole('alertdialog')).click()
  await expectVisible(toast('Two-factor sign-in is off'))
  await comeBack()
  await expectVisible(page.getByText('On for 0 of 2'))
})

test('says that the count of two-factor sign-in did not load', { tags: 'deep' }, async () => {
  open('/organization/security', { '/api/organization/members': { $get: unavailable } })
  await expectVisible(page.getByText("Didn't load"))
})

test('shows others no count of two-factor sign-in', async () => {
  open('/organization/security', organizationWith({ role: 'manager' }))
  await expectVisible(page.getByText('Not required'))
  await expectHidden(page.getByText('Members', { exact: true }))
  expect(await server.sent('GET', '/api/organization/members')).toEqual([])
})

test('reminds of two-factor sign-in that will be required', { tags: 'deep' }, async () => {
  open('/tokens', organizationWith({ twoFactorDueAt: '2999-01-01T00:00:00.000Z' }))
  await expectVisible(page.getByText('Ada Analytics requires it. Without it'))
  await expectVisible(page.getByText('No API tokens yet'))
})

test.for(['/tokens', path])(
  'shows at %s only the way to two-factor sign-in once it is due',
  { tags: 'deep' },
  async (screen) => {
    open(screen, { ...team, ...organizationWith({ twoFactorDueAt: at }) })
    await expectVisible(page.getByText('Turn on two-factor sign-in to continue'))
    await expectHidden(page.getByText('No API tokens yet'))
    await expectHidden(settings)
    const link = page.getByRole('link', { name: 'Set Up Two-Factor Sign-In' })
    await expect.element(link).toHaveAttribute('href', '/profile?tab=security')
  },
)

test('says that a subscription with a payment due ends immediately', { tags: 'deep' }, async () => {
  open(billingPath, {
    ...team,
    ...subscribed(pastDue),
  })
  await button('Cancel Subscription').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel Pro?' })
  await expectVisible(question.getByText(/ends immediately, and the organization moves to the Free plan/))
  await expectHidden(question.getByText(/undo/))
})
