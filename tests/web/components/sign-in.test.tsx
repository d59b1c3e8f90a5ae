import { describe } from 'vitest'
import { LAST_CHANGE } from '#web/lib/api-client.ts'
import { keepPath, keptPath } from '#web/lib/kept-text.ts'
import { SIGNED_OUT } from '#web/lib/session.ts'
import { screenPaths } from '#web/paths.ts'
import {
  button,
  expect,
  expectFailure,
  expectHidden,
  expectVisible,
  keys,
  open,
  page,
  server,
  test,
  withLargeText,
} from './app.tsx'
import { organization, settings, user, visitor } from './data.ts'
import { billingForm, both, dialog, monitorForm } from './form-screens.ts'
import { type Answers, held, refusal } from './server.ts'

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const tab = (name: string) => page.getByRole('tab', { name })

describe('signing in', () => {
  test('requires a valid email and a password', async () => {
    open('/auth', visitor)
    await email.fill('not an address')
    await keys('{Enter}')
    await expectVisible(page.getByText('Invalid email address'))
    await expectVisible(page.getByText('Password is required'))
    await expect.element(email).toHaveFocus()
    await email.fill('demo@tinproof.test')
    await expectHidden(page.getByText('Invalid email address'))
  })

  test("shows the server's message and focuses the password", async () => {
    open('/auth', visitor)
    for (const message of ['Wrong email or password.', 'Try again in 8 seconds.']) {
      server.answer({ '/api/login': { $post: refusal(429, message, { code: 'RATE_LIMITED' }) } })
      await email.fill('demo@tinproof.test')
      await password.fill('not the password')
      await button('Sign In').last().click()
      await expectFailure('Login failed', message)
      await expect.element(password).toHaveFocus()
    }
  })

  test('fits a phone with large text', { tags: 'deep' }, async () => {
    open('/auth', visitor)
    await expectVisible(page.getByRole('link', { name: 'Continue with Google' }))
    await expectVisible(page.getByRole('list', { name: 'Plans' }))
    expect(await withLargeText(undefined, 200)).toBe(360)
  })

  test('offers Google only when it is configured', async () => {
    open('/auth', { ...visitor, '/api/settings': { $get: { ...settings, googleSignIn: false } } })
    await expectVisible(button('Forgot password?'))
    await expectHidden(page.getByRole('link', { name: 'Continue with Google' }))
  })

  test('shows why signing in with Google failed', async () => {
    open('/auth?error=google', visitor)
    await expectVisible(page.getByText('Google sign-in failed. Try again.'))
    const reason = 'This account is disabled: Abuse; 100% of it. Contact support@tinproof.test.'
    await cookieStore.set('disabled', encodeURIComponent(reason))
    open('/auth?error=disabled')
    await expectVisible(page.getByText(reason))
    await cookieStore.delete('disabled')
  })

  test('shows the password and names the fields for password managers', { tags: 'deep' }, async () => {
    open('/auth', visitor)
    await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
    await expect.element(email).toHaveAttribute('autocomplete', 'username')
    await expect.element(password).toHaveAttribute('type', 'password')
    await button('Show password').click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await tab('Sign Up').click()
    await expect.element(email).toHaveAttribute('autocomplete', 'username')
    await expect.element(page.getByLabelText(/^Phone/)).toHaveAttribute('autocomplete', 'tel')
  })

  test('opens the tab of the query parameter, and Sign In by default', async () => {
    open('/auth', visitor)
    await expect.element(tab('Sign In')).toHaveAttribute('aria-selected', 'true')
    await tab('Sign In').click()
    await keys('{ArrowRight}')
    await expect.element(tab('Sign Up')).toHaveFocus()
    expect(location.search).toBe('?page=register')
    await expect.poll(() => document.title).toBe('Sign Up · Tinproof')
  })
})

describe('where a visitor wanted to go', () => {
  const target = '/tokens?from=email#list'
  const here = () => location.pathname + location.search + location.hash
  const expectHere = (path: string) => expect.poll(here).toBe(path)
  /** Not below the product, as for a new visitor on a phone. */
  const expectFormFirst = () => expect(document.querySelector('input')).toBe(email.element())
  const signIn = async () => {
    await email.fill(user.email)
    await password.fill('a long password')
    await button('Sign In').last().click()
  }
  const asUser: Answers = { '/api/user': { $get: user }, '/api/login': { $post: user } }

  const isPublic =
    /^\/(auth|verify|reset-password|confirm-email|record|products|checkout|paddle-demo|admin.*)?$/
  const paths = screenPaths.filter((path) => !isPublic.test(path)).map((path) => path.replace('*', 'one'))

  test.for(paths)('is kept: %s', { tags: 'deep' }, async (path) => {
    open(`${path}?from=email#part`, visitor)
    await expectVisible(tab('Sign In'))
    await expectHere('/auth')
    expect(keptPath()).toContain(`${path}?from=email`)
  })

  test('opens after signing in, and only once', async () => {
    open(target, visitor)
    await expectVisible(email)
    expectFormFirst()
    server.answer(asUser)
    await signIn()
    await expectHere(target)
    await expect.poll(keptPath).toBeUndefined()
  })

  test('opens after a code', { tags: 'deep' }, async () => {
    open(target, { ...visitor, '/api/login': { $post: { twoFactorRequired: true } } })
    await signIn()
    const code = page.getByRole('textbox', { name: 'Code' })
    await expectVisible(code)
    server.answer({ ...asUser, '/api/login/two-factor': { $post: user } })
    await code.fill('123456')
    await button('Continue').click()
    await expectHere(target)
  })

  test('opens after Google', async () => {
    keepPath(target)
    open('/')
    await expectHere(target)
  })

  test('opens after the link of a reset in another tab', { tags: 'deep' }, async () => {
    keepPath(target)
    sessionStorage.clear()
    open('/auth', visitor)
    await expectVisible(email)
    server.answer(asUser)
    await signIn()
    await expectHere(target)
  })

  test('opens after signing up', { tags: 'deep' }, async () => {
    open(target, visitor)
    await tab('Sign Up').click()
    server.answer({
      '/api/register/init': { $post: { isReturning: false } },
      '/api/register/verification-status': { $get: { verified: true, organization: null, finished: false } },
      '/api/register/complete': { $post: { user, organization } },
    })
    await email.fill(user.email)
    await page.getByLabelText(/terms of service/).click()
    await button('Continue', page, { exact: true }).click()
    await password.fill('correct horse battery')
    await page.getByLabelText('Confirm password').fill('correct horse battery')
    await button('Create Account').click()
    await expectHere(target)
  })

  test('is where the session ended, but not where someone signed out', { tags: 'deep' }, async () => {
    open(target)
    await expectVisible(page.getByText('No API tokens yet'))
    expect([here(), keptPath()]).toEqual([target, undefined])
    server.answer({ ...visitor, '/api/tokens': { $post: refusal(401, 'Sign in to continue.') } })
    await button('Create New Token').first().click()
    await page.getByLabelText('Token name').fill('Checkout')
    await button('Create Token').click()
    await expectVisible(page.getByText('Your session has ended'))
    expect(keptPath()).toBe(target)
    server.answer(asUser)
    await signIn()
    await expectHere(target)
    await expectVisible(page.getByRole('banner').getByText(organization.name))
    await button('Create New Token').first().click()
    await expect.element(page.getByLabelText('Token name')).toHaveValue('Checkout')
    await button('Cancel').click()
    await button('Create New Token').first().click()
    await expect.element(page.getByLabelText('Token name')).toHaveValue('')
    await button('Cancel').click()

    server.answer({ '/api/logout': { $post: new Response(null, { status: 204 }) } })
    await button('Sign Out').first().click()
    await expectHere('/auth')
    await expect.poll(keptPath).toBeUndefined()
    expect(localStorage.getItem(SIGNED_OUT)).not.toBeNull()
  })

  test.for([
    ['Company name', billingForm, 'Edit Billing Details'],
    ['Your ID', monitorForm, 'Edit'],
  ] as const)('keeps %s, which was typed', { tags: 'deep' }, async ([label, form, opener]) => {
    const ended = refusal(401, 'Sign in to continue.')
    open(form.path, { ...both, ...form.answers })
    await button(opener).click()
    await dialog.getByLabelText(label).fill('Typed')
    server.answer({
      ...visitor,
      '/api/organization/billing-details': { $put: ended },
      '/api/tinproof/monitors/:monitorId': { $patch: ended },
    })
    await button('Save').click()
    await expectVisible(page.getByText('Your session has ended'))
    server.answer({ ...asUser, ...both, ...form.answers })
    await signIn()
    await expectHere(form.path)
    await button(opener).click()
    await expect.element(dialog.getByLabelText(label)).toHaveValue('Typed')
  })

  test('is not kept after another tab signed out, which this tab says', async () => {
    open('/support', { '/api/support/requests': { $get: { requests: [], next: null } } })
    await page.getByLabelText('Message').fill('Typed')
    server.answer(visitor)
    window.dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT }))
    await expectVisible(page.getByText('Signed out in another tab'))
    await expectVisible(email)
    expectFormFirst()
    expect([here(), keptPath()]).toEqual(['/auth', undefined])
    server.answer(asUser)
    await signIn()
    await expectHere('/')
    await page.getByRole('link', { name: 'Support', exact: true }).first().click()
    await expect.element(page.getByLabelText('Message')).toHaveValue('')
  })

  test('is not the sign-in page, after the session ended elsewhere', { tags: 'deep' }, async () => {
    open('/tokens')
    await expectVisible(page.getByText('No API tokens yet'))
    const { answer, release } = held(refusal(401, 'Sign in to continue.'))
    server.answer({ ...visitor, '/api/tokens': { $get: answer } })
    window.dispatchEvent(new StorageEvent('storage', { key: LAST_CHANGE }))
    window.dispatchEvent(new Event('focus'))
    await expectVisible(email)
    await expectHere('/auth')
    expectFormFirst()
    release()
    server.answer({ ...asUser, '/api/tokens': { $get: [] } })
    await signIn()
    await expectVisible(page.getByRole('banner').getByText(organization.name))
    await expectHidden(page.getByText('Your session has ended'))
    expect([here(), keptPath()]).toEqual(['/tokens', undefined])
  })

  test('is the dashboard if an earlier session kept the sign-in page', async () => {
    keepPath('/auth?page=login')
    open('/')
    await expectVisible(page.getByRole('banner').getByText(organization.name))
  })

  test('is never named by the address', async () => {
    open('/auth?next=https://evil.example&returnPath=//evil.example', visitor)
    await expectVisible(email)
    server.answer(asUser)
    await signIn()
    await expectHere('/')
  })
})
