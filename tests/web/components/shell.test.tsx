import { vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { selectLinked, storeSelection } from '#web/lib/selection.ts'
import type { AccountSecurity } from '#worker/accounts/contract.ts'
import {
  button,
  expect,
  expectHidden,
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
import {
  at,
  batch,
  endpoint,
  organization,
  organizationWith,
  security,
  signedIn,
  team,
  user,
  visitor,
} from './data.ts'
import { billingForm, both, of, pastedBatch, second } from './form-screens.ts'
import { type Answers, refusal, unavailable } from './server.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const noSuchInvitation = refusal(404, 'This invitation is no longer valid. Ask for a new one.', {
  code: 'INVITATION_NOT_FOUND',
})

test('shows that the product is down, and retries', { tags: 'deep' }, async () => {
  open('/auth', { '/api/user': { $get: unavailable } })
  await expectVisible(page.getByText("Tinproof isn't responding"))
  await expectVisible(link('Check the status page'))
  server.answer(visitor)
  await button('Retry').click()
  await expectVisible(page.getByRole('heading', { name: 'Sign in to Tinproof' }))
})

test('opens the screen that a visitor wanted once they have signed in on another tab', async () => {
  open('/tokens', visitor)
  await expectVisible(page.getByRole('heading', { name: 'Sign in to Tinproof' }))
  server.answer(signedIn)
  // biome-ignore lint/suspicious/noDocumentCookie: What the server sets with a session.
  document.cookie = 'has-session=1'
  window.dispatchEvent(new Event('focus'))
  await expectVisible(heading('API Tokens'))
})

test('shows Not Found for an unknown URL, and the skip link on the first Tab', async () => {
  open('/no/such/page')
  await expectVisible(heading('404 Page Not Found'))
  await link('Back to Dashboard').click()
  await expectVisible(heading('Dashboard'))
  open('/support', { '/api/support/requests': { $get: { requests: [], next: null } } })
  await expectVisible(heading('Support'))
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  await keys('{Tab}')
  await expect.element(link('Skip to content')).toHaveFocus()
  await keys('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('leaves one entry in the history for two clicks on a link whose screen is still loading', async () => {
  open('/no/such/page', { '/api/tinproof/registers': { $get: { updatedAt: at, registers: [] } } })
  await expectVisible(heading('404 Page Not Found'))
  const push = vi.spyOn(history, 'pushState')
  const registers = page.getByRole('link', { name: 'Registers', exact: true }).element()
  if (registers instanceof HTMLElement) for (const _ of [1, 2]) registers.click()
  const isRefused: boolean[] = []
  const stop = (event: Event) => {
    isRefused.push(event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', stop, { once: true })
  registers.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
  expect(isRefused, 'a click that opens a tab').toEqual([false])
  await expectVisible(heading('Registers'))
  expect(push).toHaveBeenCalledTimes(1)
})

test('has one main part for visitors of the admin area', async () => {
  open('/admin', visitor)
  await expectVisible(page.getByText('Access Denied - Please log in with super admin credentials.'))
  expect(page.getByRole('main').elements()).toHaveLength(1)
})

test('cuts a long name at its end, also if it is read from right to left', { tags: 'deep' }, async () => {
  const name = 'شركة الأمثلة المحدودة للتجارة العامة'
  const renamed = { ...organization, name }
  const other = { ...organization, id: 'org_2', name: 'Southwind' }
  const answers = {
    '/api/organization': { $get: renamed },
    '/api/tinproof/batches': { $get: { batches: [batch({ name })], next: null } },
  }
  for (const organizations of [[renamed], [renamed, other]]) {
    open('/batches', { ...answers, '/api/user/organizations': { $get: organizations } })
    for (const place of [page.getByTitle(name, { exact: true }), link(name)]) {
      await expectVisible(place)
      expect(getComputedStyle(place.element()).direction).toBe('rtl')
    }
  }
})

test('turns the sidebar below 1,024 px into a drawer that Escape closes', { tags: 'deep' }, async () => {
  const menu = button('Open menu')
  await browser.viewport(1023, 800)
  open('/')
  await menu.click()
  await expectVisible(page.getByRole('dialog', { name: 'Menu' }))
  await keys('{Escape}')
  await expectHidden(page.getByRole('dialog'))
  await expect.element(menu).toHaveFocus()
  await browser.viewport(1024, 800)
  await expect.element(menu).not.toBeInTheDocument()
  await expectVisible(link('API Tokens').first())
  await browser.viewport(1440, 900)
})

test('closes the drawer after a click on the link of the current screen', async () => {
  await browser.viewport(1023, 800)
  open('/tokens?from=email')
  await button('Open menu').click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'API Tokens' }).click()
  await expectHidden(page.getByRole('dialog'))
  await expect.element(button('Open menu')).toHaveFocus()
  expect(location.pathname + location.search).toBe('/tokens')
  await browser.viewport(1440, 900)
})

test('closes a dialog that the screens share when the user goes back', async () => {
  open('/tokens', {
    '/api/support/requests': { $get: { requests: [], next: null } },
    '/api/tinproof/countries': { $get: { rulesAsOf: '2026-11-20', countries: [] } },
  })
  for (const [press, name] of [
    ['{Control>}k{/Control}', 'Search'],
    ['?', 'Keyboard Shortcuts'],
  ] as const) {
    await link('Support').click()
    await expectVisible(heading('Support'))
    await keys(press)
    await expectVisible(page.getByRole('dialog', { name }))
    history.back()
    await expectHidden(page.getByRole('dialog'))
    await expect.element(heading('API Tokens')).toHaveFocus()
  }
})

test('shows initials in the avatar, and why signing out failed', async () => {
  open('/', { '/api/logout': { $post: unavailable } })
  const avatar = button('Account menu')
  await expect.element(avatar).toHaveTextContent(/^AD$/)
  await avatar.click()
  await expectVisible(page.getByText(user.email))
  await expectVisible(page.getByRole('menuitem', { name: 'Profile & Settings' }))
  // A phone held sideways.
  await page.viewport(740, 300)
  await expect.poll(() => page.getByRole('menu').element().getBoundingClientRect().bottom).toBeLessThan(300)
  await page.viewport(1440, 900)
  await keys('{Escape}')
  await button('Sign Out').click()
  await expectVisible(page.getByText('Logout failed'))
  await expectVisible(button('Sign Out'))
})

test('keeps no choice for a file after signing out', { tags: 'deep' }, async () => {
  open(pastedBatch.path, pastedBatch.answers)
  await pastedBatch.prepare()
  await button('Preview').click()
  await expectVisible(page.getByLabelText('Name'))
  const timeout = holdTimeouts(300)
  await page.getByLabelText('Name').fill('October')
  server.answer({ '/api/logout': { $post: new Response(null, { status: 204 }) }, ...visitor })
  await button('Sign Out').click()
  await expect.poll(() => location.pathname).toBe('/auth')
  timeout.end()
  const opening = indexedDB.open('file drafts')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  expect([...opening.result.objectStoreNames]).toEqual([])
  opening.result.close()
})

test('leads platform administrators to two-factor sign-in', { tags: 'deep' }, async () => {
  const security: AccountSecurity = {
    hasPassword: true,
    hasGoogle: false,
    twoFactor: { enabledAt: null, recoveryCodesLeft: 0, isRequired: true },
  }
  open('/', {
    '/api/user': { $get: { ...user, role: 'system_admin' } },
    '/api/user/security': { $get: security },
    '/api/user/sessions': { $get: [] },
    '/api/user/audit': { $get: { entries: [], next: null } },
  })
  await link('Set Up').click()
  await expect.poll(() => location.pathname + location.search).toBe('/profile?tab=security')
  await expectVisible(page.getByText('Required for platform administrators'))
})

test('shows a visitor that an invitation is invalid', async () => {
  open('/auth#invitation=nothing', { ...visitor, '/api/invitations/find': { $post: noSuchInvitation } })
  await expectVisible(page.getByText('This invitation is no longer valid'))
  await expect.element(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
})

test('shows a signed-in user that an invitation is invalid', async () => {
  open('/#invitation=nothing', { '/api/invitations/accept': { $post: noSuchInvitation } })
  await expectVisible(page.getByText('This invitation is no longer valid. Ask for a new one.'))
  await button('Continue to Dashboard').click()
  await expectVisible(heading('Dashboard'))
})

test('says that the link of a record is incomplete', { tags: 'deep' }, async () => {
  open('/record', visitor)
  await expectVisible(page.getByText('This link is incomplete'))
  await expect.element(link('Validate a Number')).toHaveAttribute('href', '/')
})

test('needs an organization to check out', async () => {
  open('/checkout?plan=PRO', { '/api/user/organizations': { $get: [] } })
  await expect.poll(() => location.pathname).toBe('/dashboard')
  await expectVisible(page.getByText('No organization selected'))
})

test('celebrates no upgrade that the server does not confirm', { tags: 'deep' }, async () => {
  open('/dashboard?success=upgrade', team)
  await expect.poll(() => location.search).toBe('')
  await expect.element(page.getByRole('region', { name: 'Service Tier' })).toHaveTextContent('Free')
  await expectHidden(page.getByText('Upgrade Successful!'))
  const poll = holdTimeouts(3_000)
  open('/subscription/success')
  const waiting = page.getByText('Waiting for Paddle to confirm your payment...')
  await expectVisible(waiting)
  await expectHidden(page.getByText('Subscription Activated'))
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 30_000)
  const checkAgain = button('Check Again')
  await expect
    .poll(() => window.dispatchEvent(new Event('focus')) && checkAgain.length, { interval: 1_000 })
    .toBe(1)
  await checkAgain.click()
  await expectVisible(waiting)
  server.answer(organizationWith({ tier: 'PRO' }))
  poll.end()
  await expectVisible(page.getByText('Subscription Activated'))
})

test('fits the long name of an organization on a phone', { tags: 'deep' }, async () => {
  await browser.viewport(360, 800)
  open('/subscription/success', { ...team, ...organizationWith({ name: 'W'.repeat(80), tier: 'PRO' }) })
  await expectVisible(page.getByRole('heading', { name: 'Subscription Activated' }))
  expect(document.documentElement.scrollWidth).toBe(360)
  await browser.viewport(1440, 900)
})

test('keeps what gets the focus below the header, also with large text', { tags: 'deep' }, async () => {
  open('/support', {
    ...organizationWith({ name: 'W'.repeat(80) }),
    '/api/support/requests': { $get: { requests: [], next: null } },
  })
  const subject = page.getByLabelText('Subject')
  await expectVisible(subject)
  const distance = await withLargeText(() => {
    const header = page.getByRole('banner').element().getBoundingClientRect()
    const top = () => subject.element().getBoundingClientRect().top
    scrollBy(0, top() - header.bottom + 20)
    subject.element().focus()
    return top() - header.bottom
  })
  expect(distance).toBeGreaterThan(0)
})

test('says that the link of an email is of an organization that the user is not in', async () => {
  storeSelection('org_2')
  selectLinked(`${location.origin}/organization/billing?organizationId=org_of_somebody_else`)
  open('/organization/billing', { ...both, ...billingForm.answers })
  await expectVisible(toast("You're not in this link's organization"))
  await expectVisible(button(/Organization:.*Second Company/))
  await expectVisible(page.getByText("You're signed in as ada@example.test."))
})

test('closes what a user opened if another tab signs in someone else', { tags: 'deep' }, async () => {
  open('/profile', { '/api/user/deletion': { $get: { organizations: [], blockedBy: [] } } })
  server.answer({
    '/api/user/security': { $get: security },
    '/api/user/preferences': { $get: { quotaEmails: true } },
    '/api/user/email-change': { $get: Response.json(null) },
  })
  await button('Change name').click()
  const dialog = page.getByRole('dialog', { name: 'Change Name' })
  await expectVisible(dialog)
  server.answer({ '/api/user': { $get: { ...user, id: 8, email: 'grace@example.test' } } })
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastChange' }))
  window.dispatchEvent(new Event('focus'))
  await expectHidden(dialog)
  await expectVisible(region('Profile Information').getByText('grace@example.test'))
})

test('says what has changed elsewhere for the user, and shows the screen for it', async () => {
  const member = { ...second, role: 'member' } as const
  const refused = (status: number, code: 'ROLE_TOO_LOW' | 'ORGANIZATION_NOT_FOUND'): Answers => ({
    '/api/webhooks/:endpointId/test': { $post: refusal(status, 'Refused.', { code }) },
  })
  open('/webhooks', {
    ...of(organization),
    '/api/webhooks': { $get: [endpoint()] },
    '/api/webhooks/:endpointId/deliveries': { $get: [] },
    ...refused(403, 'ROLE_TOO_LOW'),
  })
  const send = button('Send Test Event')
  await send.click()
  await expectVisible(toast('Failed to send test event'))
  await expectVisible(send)
  server.answer({ '/api/user/organizations': { $get: [second] }, ...refused(404, 'ORGANIZATION_NOT_FOUND') })
  await send.click()
  await expectVisible(toast("You're no longer in Ada Analytics"))
  await expectVisible(page.getByRole('banner').getByText('Second Company'))
  await expectVisible(send)
  server.answer({
    '/api/user/organizations': { $get: [member] },
    '/api/organization': { $get: member },
    ...refused(403, 'ROLE_TOO_LOW'),
  })
  await send.click()
  await expectVisible(toast('In Second Company, it\'s now "member".'))
  await expectVisible(page.getByText('Only admins and managers can see webhooks'))
})
