import { vi } from 'vitest'
import type { OpenedLink } from '#worker/accounts/contract.ts'
import {
  button,
  expect,
  expectFailure,
  expectHidden,
  expectVisible,
  open,
  page,
  server,
  test,
  toast,
} from './app.tsx'
import { settings, visitor } from './data.ts'
import { type Answers, refusal } from './server.ts'

const email = page.getByLabelText('Email')
const phone = page.getByLabelText(/^Phone/)
const password = page.getByLabelText('Password', { exact: true })
const dialCode = (name: string) => page.getByRole('combobox', { name: `Country code: ${name}` })
const start = button('Continue', page, { exact: true })

const opened: OpenedLink = { verified: true, organization: null, finished: false, code: null }

async function begin(phoneNumber = ''): Promise<void> {
  await email.fill('grace@example.test')
  if (phoneNumber) await phone.fill(phoneNumber)
  await page.getByLabelText(/terms of service/).click()
  await start.click()
}

async function setPassword(again: string): Promise<void> {
  await password.fill('correct horse battery')
  await page.getByLabelText('Confirm password').fill(again)
  await button('Set Password').click()
}

/** Until then, what was sent may still be kept, for the next test too. */
const expectNextStep = () => expectVisible(page.getByRole('heading', { name: 'Check your email' }))

/** The screen after the first step asks for it every few seconds. */
const unverified: Answers = {
  '/api/register/verification-status': { $get: { verified: false, organization: null, finished: false } },
}

test('requires an email, a valid phone number and consent', async () => {
  open('/auth?page=register', visitor)
  await email.fill('not an address')
  await phone.fill('12-3')
  await start.click()
  await expectVisible(page.getByText('Please enter a valid email address'))
  await expectVisible(page.getByText('Accept the terms and the privacy policy'))
  await expect.element(email).toHaveFocus()
  await expect.element(phone).toHaveAccessibleDescription('Please enter a valid phone number')
  await phone.fill('')
  await expectHidden(page.getByText('Please enter a valid phone number'))
})

test('shows why the server refused, and whether the email is verified', { tags: 'deep' }, async () => {
  open('/auth?page=register', {
    ...visitor,
    '/api/register/init': { $post: refusal(429, 'Too many requests.', { code: 'RATE_LIMITED' }) },
    ...unverified,
  })
  await begin()
  await expectFailure('Registration failed', 'Too many requests.')
  server.answer({ '/api/register/init': { $post: { isReturning: false } } })
  await start.click()
  const check = button("I've verified my email")
  await check.click()
  await expectFailure('Not verified yet', 'Open the link in the email first.')
  server.answer({ '/api/register/verification-status': { $get: refusal(503, 'Try again in a moment.') } })
  await check.click()
  await expectFailure('Verification check failed', 'Try again in a moment.')
  // Not earlier: once the page reads it by itself, the button is gone.
  const verify = () =>
    server.answer({
      '/api/register/verification-status': { $get: { verified: true, organization: null, finished: false } },
    })
  check.element().addEventListener('click', verify)
  await check.click()
  await expectVisible(page.getByText('Email verified').first())

  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect.element(email).toHaveValue('')
})

test('uses the dial code +1 when detection fails', { tags: 'deep' }, async () => {
  open('/auth?page=register', {
    ...visitor,
    ...unverified,
    '/api/register/init': { $post: { isReturning: false } },
  })
  await expectVisible(dialCode('United States +1'))
  await begin('(201) 555-0123')
  await expect
    .poll(() => server.sent('POST', '/api/register/init'))
    .toEqual([{ email: 'grace@example.test', phoneNumber: '+12015550123' }])
  await expectNextStep()
})

test('loads reCAPTCHA at the first input and runs it on submit', { tags: 'deep' }, async () => {
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    vi.stubGlobal('grecaptcha', {
      ready: (then: () => void) => then(),
      execute: async (key: string, { action }: { action: string }) => `${key} for ${action}`,
    })
    if (script instanceof HTMLScriptElement) script.dispatchEvent(new Event('load'))
  })
  open('/auth?page=register', {
    ...visitor,
    ...unverified,
    '/api/settings': { $get: { ...settings, recaptchaSiteKey: 'site-key' } },
    '/api/register/init': { $post: { isReturning: false } },
  })
  await expectVisible(page.getByText('Protected by reCAPTCHA'))
  expect(append).not.toHaveBeenCalled()
  await begin()
  await expect
    .poll(() => server.sent('POST', '/api/register/init'))
    .toMatchObject([{ recaptchaToken: 'site-key for signup' }])
  expect(append).toHaveBeenCalledTimes(1)
  await expectNextStep()
})

test('explains a verification link that is incomplete, refused or unanswered', async () => {
  open('/verify#email=a@example.test', visitor)
  await expectVisible(page.getByText('Invalid verification link. Please check your email for a valid link.'))
  for (const [answer, text] of [
    [refusal(422, 'Wrong.'), 'Verification failed. The link may have expired or is invalid.'],
    [refusal(503, 'Later.'), 'An error occurred during verification. Please try again.'],
  ] as const) {
    server.answer({ '/api/register/verify': { $post: answer } })
    open('/verify#email=a@example.test&token=nothing')
    await button('Verify Email Address').click()
    await expectVisible(page.getByText(text))
  }
  server.answer({ '/api/register/verify': { $post: opened } })
  await button('Try Again').click()
  await expect.element(password).toHaveFocus()
})

test('requires 8 characters twice, and shows that a password could not be set', async () => {
  open('/verify#email=a@example.test&token=anything', {
    ...visitor,
    '/api/register/verify': { $post: opened },
    '/api/register/complete': { $post: refusal(500, 'Something went wrong on our side.') },
  })
  await button('Verify Email Address').click()
  await password.fill('short')
  await button('Set Password').click()
  await expectVisible(page.getByText('Password must be at least 8 characters', { exact: true }))
  await setPassword('another password')
  await expectVisible(page.getByText("Passwords don't match"))
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(email).toHaveAttribute('autocomplete', 'username')
  await setPassword('correct horse battery')
  await expectFailure('Failed to set password. Please try again.', 'Something went wrong on our side.')
})

test('goes on after a reload where the email was sent, until it starts over', { tags: 'deep' }, async () => {
  const sent = page.getByText('We sent a link to grace@example.test')
  open('/auth?page=register', {
    ...visitor,
    '/api/register/init': { $post: { isReturning: false } },
    ...unverified,
  })
  await begin('201 555 0123')
  await expectVisible(sent)
  open('/auth?page=register')
  await expectVisible(sent)
  await button('Continue').click()
  await expectVisible(page.getByText('Enter the code', { exact: true }))
  await button('send it again').click()
  await expect
    .poll(async () => await server.sent('POST', '/api/register/init'))
    .toMatchObject(Array(2).fill({ email: 'grace@example.test', phoneNumber: '+12015550123' }))
  expect(await server.sent('POST', '/api/register/verify-code')).toEqual([])
  await button('Use a different email').click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue('')
  open('/auth?page=register')
  await expectVisible(start)
  server.answer({ '/api/register/init': { $post: { isReturning: true } } })
  await begin()
  await expectVisible(toast('Welcome back!'))
})

test('says that the account is ready if another browser finished with the code', async () => {
  const refused = refusal(403, 'Not verified yet', { code: 'NOT_VERIFIED' })
  open('/verify#email=grace@example.test&token=anything', {
    ...visitor,
    '/api/register/verify': { $post: opened },
    '/api/register/complete': { $post: refused },
  })
  await button('Verify Email Address').click()
  await expect.element(password).toHaveFocus()
  server.answer({ '/api/register/verify': { $post: { ...opened, verified: false, finished: true } } })
  await setPassword('correct horse battery')
  await expectVisible(page.getByText('Your account is ready'))
  await expectVisible(page.getByText('Sign in with the password you chose then.'))
})
