import { saveDraft } from '#web/lib/draft.ts'
import { SIGNED_OUT } from '#web/lib/session.ts'
import type { SessionInfo } from '#worker/accounts/contract.ts'
import type { AuditEntry } from '#worker/audit/contract.ts'
import {
  alert,
  button,
  expect,
  expectHidden,
  expectTexts,
  expectVisible,
  holdTimeouts,
  keys,
  open,
  page,
  region,
  server,
  test,
  toast,
  withLargeText,
} from './app.tsx'
import { at, organization, security, team, twoFactorSetup, user, visitor } from './data.ts'
import { type Answers, held, refusal, unavailable } from './server.ts'

const session = (changes: Partial<SessionInfo>): SessionInfo => ({
  id: '0123456789abcdef',
  device: 'Chrome on Linux',
  place: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastSeenAt: '2026-11-20T12:00:00.000Z',
  isCurrent: false,
  ...changes,
})
const here = session({ isCurrent: true })
const elsewhere = session({
  id: 'fedcba9876543210',
  device: 'Firefox on Windows',
  place: 'near Vienna, Austria',
})

const path = '/profile?tab=security'
const isOn = { ...security, twoFactor: { enabledAt: at, recoveryCodesLeft: 10, isRequired: false } }
const securityWith = (answers: Answers): Answers => ({
  '/api/user/security': { $get: security },
  '/api/user/sessions': { $get: [here] },
  '/api/user/audit': { $get: { entries: [], next: null } },
  ...answers,
})

const form = region('Change Password')
const current = page.getByLabelText('Current password')
const wanted = page.getByLabelText('New password', { exact: true })
const again = page.getByLabelText('Confirm new password')
const change = button('Change Password')
const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'Password changed successfully' })
const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const signOutElsewhere = button('Sign Out Everywhere Else')

async function fill(confirmation = 'battery staple'): Promise<void> {
  await current.fill('correct horse battery')
  await wanted.fill('battery staple')
  await again.fill(confirmation)
}

test('names its fields for password managers, and requires the current one, 8 characters and a match', async () => {
  open(path, securityWith({}))
  await expect.element(wanted).toHaveAccessibleDescription('Must be at least 8 characters.')
  const fields = [...document.querySelectorAll<HTMLInputElement>('main form input')]
  expect(fields.map(({ autocomplete, value }) => [autocomplete, value])).toEqual([
    ['username', user.email],
    ['current-password', ''],
    ['new-password', ''],
    ['new-password', ''],
  ])
  await change.click()
  await expect.element(current).toHaveFocus()
  await expect.element(current).toHaveAccessibleDescription('Current password is required')
  await expect.element(wanted).toHaveAccessibleDescription('New password must be at least 8 characters')
  await expect.element(again).toHaveAccessibleDescription('Confirm password is required')
  await fill('battery staples')
  await change.click()
  await expect.element(again).toHaveFocus()
  await expect.element(again).toHaveAccessibleDescription('Passwords do not match')
  await wanted.fill('battery staples')
  await expectHidden(page.getByText('Passwords do not match'))
  expect(await server.sent('POST', '/api/user/change-password')).toEqual([])
})

test('changes the password once for two clicks, and confirms it for 5 seconds', async () => {
  const { answer, release } = held({ success: true as const, message: '' })
  open(path, securityWith({ '/api/user/change-password': { $post: answer } }))
  await fill()
  await change.dblClick()
  const timeout = holdTimeouts(5000)
  release()
  await expectVisible(banner)
  for (const field of [current, wanted, again]) await expect.element(field).toHaveValue('')
  timeout.end()
  await expectHidden(banner)
  expect(await server.sent('POST', '/api/user/change-password')).toEqual([
    { currentPassword: 'correct horse battery', newPassword: 'battery staple' },
  ])
})

test('shows why the password was not changed and keeps the input', async () => {
  const wrong = refusal(422, 'The current password is wrong.', { code: 'WRONG_PASSWORD' })
  open(path, securityWith({ '/api/user/change-password': { $post: wrong } }))
  await fill()
  await change.click()
  await expect.element(current).toHaveAccessibleDescription('The current password is wrong.')
  await expect.element(current).toHaveFocus()
  server.answer({ '/api/user/change-password': { $post: unavailable } })
  await fill()
  await change.click()
  await expectVisible(form.getByText('The service cannot answer right now.'))
  await expect.element(current).toHaveValue('correct horse battery')
})

test.for([
  ['failed', 'Use the Google account that is linked to your profile.'],
  ['error', 'Something went wrong. Try again.'],
] as const)('says why a confirmation with Google ended: %s', { tags: 'deep' }, async ([outcome, why]) => {
  open(`${path}&confirmed=${outcome}`, securityWith({}))
  await expectVisible(toast('Confirmation failed').getByText(why))
})

test('says that the session has ended, also if the user is known to be signed out first', {
  tags: 'deep',
}, async () => {
  const change = { email: 'new@example.test', isCurrentConfirmed: false, isNewConfirmed: true, expiresAt: at }
  open(
    '/profile',
    securityWith({
      '/api/user/email-change': { $get: change },
      '/api/user/deletion': { $get: { blockedBy: [], organizations: [] } },
      '/api/user/preferences': { $get: { quotaEmails: true } },
    }),
  )
  await expectVisible(button('Check Again'))
  server.answer({ ...visitor, '/api/user/email-change': { $get: () => new Promise(() => {}) } })
  await button('Check Again').click()
  await expectVisible(toast('Your session has ended'))
  expect(location.pathname).toBe('/auth')
})

test('offers nothing to sign out with one browser', { tags: 'deep' }, async () => {
  open(path, securityWith({}))
  await expectTexts(sessions, [/This device/])
  await expectVisible(page.getByText('Signed in here and nowhere else.'))
  await expect.element(signOutElsewhere).toBeDisabled()
})

test('fits a phone with large text', { tags: 'deep' }, async () => {
  open(path, securityWith({ '/api/user/sessions': { $get: [here, elsewhere] } }))
  await expect.element(signOutElsewhere).toBeEnabled()
  expect(await withLargeText()).toBe(360)
})

test('keeps the sessions and shows why signing out failed', async () => {
  open(path, securityWith({ '/api/user/sessions': { $get: [here, elsewhere], $delete: unavailable } }))
  await signOutElsewhere.click()
  await expectVisible(page.getByText('1 other session will end immediately.'))
  await keys('{Escape}')
  await expect.element(signOutElsewhere).toHaveFocus()
  await keys('{Enter}')
  await button('Sign Out Everywhere Else', page.getByRole('alertdialog')).click()
  await expect
    .element(toast('Failed to sign out everywhere else'))
    .toHaveTextContent('The service cannot answer right now.')
  await expectTexts(sessions, [/This device/, /near Vienna, Austria.*Signed in Nov 2\d, 2026, \d+:/])
  await expect.element(signOutElsewhere).toBeEnabled()
})

const informationWith = (answers: Answers) =>
  securityWith({
    '/api/user/deletion': { $get: { blockedBy: [], organizations: [] } },
    '/api/user/preferences': { $get: { quotaEmails: true } },
    '/api/user/email-change': { $get: null },
    ...answers,
  })

test.for([
  ['are shared', [], expectVisible],
  ['are not', [{ id: organization.id, name: organization.name }], expectHidden],
] as const)(
  'speaks of tokens in shared organizations if the organizations %s',
  { tags: 'deep' },
  async ([, organizations, expectIt]) => {
    open(
      '/profile',
      informationWith({
        '/api/user/deletion': { $get: { blockedBy: [], organizations: [...organizations] } },
      }),
    )
    await expectVisible(button('Delete Account'))
    await expectIt(page.getByText('API tokens you created in organizations with other members'))
  },
)

async function confirmDeletion() {
  await page.getByLabelText('Type your email to confirm').fill(` ${user.email.toUpperCase()}`)
  await button('Delete Account', page.getByRole('dialog')).click()
}

test('leaves the focus on the page when only another admin would allow the deletion', {
  tags: 'deep',
}, async () => {
  const onlyAdmin = refusal(409, 'You are the only admin.', { code: 'ONLY_ADMIN' })
  open('/profile', informationWith({ ...team, '/api/user': { $delete: onlyAdmin } }))
  await button('Delete Account').click()
  const blockedBy = [{ id: 'org_a', name: 'Ada Analytics' }]
  server.answer({ '/api/user/deletion': { $get: { blockedBy, organizations: [] } } })
  await confirmDeletion()
  await expectVisible(button('Open organization Ada Analytics'))
  await expect.element(page.getByRole('main')).toHaveFocus()
  await button('Open organization Ada Analytics').click()
  await expect.poll(() => location.pathname).toBe('/organization/team')
})

test('leaves the focus in the form when the password is not confirmed', { tags: 'deep' }, async () => {
  const unconfirmed = refusal(403, "Confirm it's you.", { code: 'CONFIRMATION_REQUIRED' })
  open('/profile', informationWith({ '/api/user/email-change': { $get: null, $post: unconfirmed } }))
  await button('Change email').click()
  const field = page.getByLabelText('New email')
  await field.fill('new@example.test')
  await keys('{Enter}')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
  await keys('{Escape}')
  await expect.element(field).toHaveFocus()
})

test('leaves no number in the browser when the account is deleted', { tags: 'deep' }, async () => {
  saveDraft('number', 'DE136695976')
  open('/profile', informationWith({ '/api/user': { $delete: new Response(null, { status: 204 }) } }))
  await button('Delete Account').click()
  await button('Delete Account', page.getByRole('dialog')).click()
  await expectVisible(page.getByText("This isn't the email of your account"))
  expect(await server.sent('DELETE', '/api/user')).toEqual([])
  server.answer(visitor)
  await confirmDeletion()
  await expect.element(toast('Account deleted')).toHaveTextContent(user.email)
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('136695976')
  expect(localStorage.getItem(SIGNED_OUT)).not.toBeNull()
})

test('asks for the password once for two actions, and then does both', async () => {
  const done = new Response(null, { status: 204 })
  const { answer, release } = held(refusal(403, "Confirm it's you.", { code: 'CONFIRMATION_REQUIRED' }))
  const third = session({ id: '1111111111111111', device: 'Safari on macOS' })
  open(
    path,
    securityWith({
      '/api/user/sessions': { $get: [here, elsewhere, third] },
      '/api/user/sessions/:id': { $delete: answer },
    }),
  )
  await button(/^Sign out Firefox/).click()
  await button(/^Sign out Safari/).click()
  release()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  server.answer({ '/api/user/confirm-password': { $post: refusal(422, 'The current password is wrong.') } })
  await dialog.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await button('Confirm', dialog).click()
  await expectVisible(dialog.getByText('The current password is wrong.'))
  server.answer({
    '/api/user/confirm-password': { $post: done },
    '/api/user/sessions/:id': { $delete: done },
    '/api/user/sessions': { $get: [here] },
  })
  await button('Confirm', dialog).click()
  await expectTexts(sessions, [/This device/])
  for (const { id } of [elsewhere, third])
    expect(await server.sent('DELETE', `/api/user/sessions/${id}`)).toHaveLength(2)
})

test('shows that the sessions load, an error, and then the sessions', { tags: 'deep' }, async () => {
  const { answer, release } = held(refusal(503, 'The service cannot answer right now.'))
  open(path, securityWith({ '/api/user/sessions': { $get: answer } }))
  await expect.element(page.getByText('Loading sessions')).toBeInTheDocument()
  await expect.element(signOutElsewhere).toBeDisabled()
  release()
  await expectVisible(page.getByText('Failed to load sessions'))
  server.answer({ '/api/user/sessions': { $get: [here] } })
  await button('Retry').click()
  await expectTexts(sessions, [/This device/])
})

test('a link says that the email was changed, also when it is opened again, or that it has ended', {
  tags: 'deep',
}, async () => {
  open('/confirm-email#token=secret', {
    '/api/email-change/check': {
      $post: { email: 'new@example.test', address: 'new', isConfirmed: true, isChanged: true },
    },
  })
  await expectVisible(page.getByRole('heading', { name: 'Email changed' }))
  await expectVisible(page.getByText('new@example.test'))
  open('/confirm-email#token=old', { '/api/email-change/check': { $post: refusal(422, 'Not valid.') } })
  await expectVisible(alert('expired, was already used, or was replaced'))
})

test('turns two-factor sign-in on once the codes are saved, also if a reply is lost', {
  tags: 'deep',
}, async () => {
  open(
    path,
    securityWith({
      '/api/user/two-factor/setup': { $post: twoFactorSetup },
      '/api/user/two-factor/enable': { $post: () => Promise.reject(new TypeError('Failed to fetch')) },
    }),
  )
  const dialog = page.getByRole('dialog')
  await button('Turn On').click()
  await expectVisible(page.getByRole('dialog', { name: 'Save your recovery codes' }))
  await expectTexts(dialog.getByRole('listitem'), [/one/, /two/])
  await button("I've Saved My Codes").click()
  await dialog.getByLabelText('6-digit code from the app').fill('123456')
  await button('Turn On', dialog).click()
  await expectVisible(dialog.getByText('Unable to connect. Check your connection and try again.'))
  server.answer({
    '/api/user/security': { $get: isOn },
    '/api/user/two-factor/enable': {
      $post: refusal(409, 'Two-factor sign-in is already on.', { code: 'TWO_FACTOR_ON' }),
    },
  })
  await button('Turn On', dialog).click()
  await expectVisible(toast('Two-factor sign-in is on'))
  const { secret } = twoFactorSetup
  const code = { code: '123456', secret }
  expect(await server.sent('POST', '/api/user/two-factor/enable')).toMatchObject([code, code])
  await expect.element(region('Two-Factor Sign-In')).toHaveFocus()
})

test('creates new recovery codes, which only their button closes', async () => {
  open(
    path,
    securityWith({
      '/api/user/security': { $get: isOn },
      '/api/user/two-factor/recovery-codes': { $post: refusal(429, 'Try again in a minute.') },
    }),
  )
  await button('New Recovery Codes').click()
  await button('Create Codes').click()
  await expectVisible(toast('Failed to create recovery codes'))
  await expectVisible(page.getByText('Your old recovery codes stop working.'))
  server.answer({ '/api/user/two-factor/recovery-codes': { $post: unavailable } })
  await button('Create Codes').click()
  const mayBeReplaced = page.getByText('Your old recovery codes may have stopped working.')
  await expectVisible(mayBeReplaced)
  server.answer({ '/api/user/two-factor/recovery-codes': { $post: refusal(429, 'Try again in an hour.') } })
  await button('Create Codes').click()
  await expectVisible(page.getByText('Try again in an hour.'))
  await expectVisible(mayBeReplaced)
  server.answer({ '/api/user/two-factor/recovery-codes': { $post: { recoveryCodes: ['one', 'two'] } } })
  await button('Create Codes').click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expectVisible(codes)
  await keys('{Escape}')
  await expectVisible(codes)
  await button("I've Saved My Codes").click()
  await expectHidden(codes)
})

test('scrolls a low dialog to what the Tab key reaches', { tags: 'deep' }, async () => {
  open(path, securityWith({ '/api/user/two-factor/setup': { $post: twoFactorSetup } }))
  await button('Turn On').click()
  await button("I've Saved My Codes").click()
  const setup = page.getByRole('dialog', { name: 'Turn on two-factor sign-in' })
  const code = setup.getByLabelText('6-digit code from the app')
  await expect.element(code).toHaveFocus()
  await page.viewport(360, 320)
  const close = button('Close', setup).element()
  if (close instanceof HTMLElement) close.focus()
  await keys('{Tab}')
  const copy = button('Copy key', setup)
  await expect.element(copy).toHaveFocus()
  const { bottom } = copy.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  await page.viewport(1440, 900)
})

test('says that no recovery codes are left, and why two-factor sign-in stays on', {
  tags: 'deep',
}, async () => {
  const twoFactor = { enabledAt: at, recoveryCodesLeft: 0, isRequired: false }
  open(
    path,
    securityWith({
      '/api/user/security': { $get: { ...security, twoFactor } },
      '/api/user/two-factor': {
        $delete: refusal(409, 'Ada Analytics requires it.', { code: 'TWO_FACTOR_NEEDED' }),
      },
    }),
  )
  await expectVisible(page.getByText('You have no recovery codes left'))
  await button('Turn Off').click()
  await button('Turn Off', page.getByRole('alertdialog')).click()
  await expect
    .element(toast('Failed to turn off two-factor sign-in'))
    .toHaveTextContent('Ada Analytics requires it.')
})

const entry: AuditEntry = {
  id: 1,
  event: 'sign_in.succeeded',
  actorEmail: user.email,
  organizationId: null,
  subject: null,
  before: null,
  after: null,
  network: null,
  device: 'Chrome on Linux',
  requestId: 'request',
  createdAt: at,
}

test('lists what was just changed as recent activity, and leaves the focus on the card', {
  tags: 'deep',
}, async () => {
  const done = new Response(null, { status: 204 })
  const events: AuditEntry[] = []
  const change = (event: string) => () => {
    events.push({ ...entry, id: events.length, event })
    return done
  }
  const both = { recoveryCodesLeft: 10, isRequired: false }
  const isOn = () => !events.some(({ event }) => event === 'two_factor.disabled')
  open(
    path,
    securityWith({
      '/api/user/audit': { $get: () => ({ entries: events, next: null }) },
      '/api/user/security': {
        $get: () => ({ ...security, twoFactor: { ...both, enabledAt: isOn() ? at : null } }),
      },
      '/api/user/two-factor': { $delete: change('two_factor.disabled') },
      '/api/user/sessions': { $get: [here, elsewhere], $delete: change('sessions.ended') },
    }),
  )
  const rows = region('Recent Account Activity').getByRole('listitem')
  await signOutElsewhere.click()
  await button('Sign Out Everywhere Else', page.getByRole('alertdialog')).click()
  await expectTexts(rows, [/^Other sessions signed out/])
  await button('Turn Off').click()
  await button('Turn Off', page.getByRole('alertdialog')).click()
  await expectTexts(rows, [/^Other/, /^Two-factor sign-in turned off/])
  await expectVisible(button('Turn On'))
  await expect.element(region('Two-Factor Sign-In')).toHaveFocus()
})
