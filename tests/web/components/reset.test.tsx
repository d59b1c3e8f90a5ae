import { vi } from 'vitest'
import { button, expect, expectFailure, expectVisible, open, page, server, test } from './app.tsx'
import { visitor } from './data.ts'
import { refusal } from './server.ts'

const email = page.getByLabelText('Email')
const send = button('Send Reset Link')
const FAILURE = 'Failed to send reset email'

test('counts down the seconds of a refusal, for that address only', { tags: 'deep' }, async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0)
  const error = { code: 'RATE_LIMITED', cooldownSeconds: 62 } as const
  open('/auth?page=forgot', {
    ...visitor,
    '/api/auth/forgot-password': { $post: refusal(429, 'Try again in a moment.', error) },
  })
  await email.fill('somebody@example.test')
  await send.click()
  await expectFailure(FAILURE, 'Try again in a moment.')
  await expect.element(button(/^Wait 1:02$/)).toBeDisabled()
  now.mockReturnValue(61_000)
  await expect.element(button(/^Wait 0:01$/)).toBeDisabled()
  await email.fill('somebody.else@example.test')
  await expect.element(send).toBeEnabled()
  await email.fill('somebody@example.test')
  await expect.element(button(/^Wait 0:01$/)).toBeDisabled()
  now.mockReturnValue(62_000)
  await expect.element(send).toBeEnabled()
})

test.for([
  ['Back button', () => history.back()],
  ['button', () => button('Back to Sign In').click()],
] as const)('goes back to the sign-in form with the email by the %s', async ([, goBack]) => {
  const notWaiting = { success: true, inCooldown: false, cooldownSeconds: 0 } as const
  open('/auth', { ...visitor, '/api/auth/reset-cooldown/:email': { $get: notWaiting } })
  await email.fill('somebody@example.test')
  await button('Forgot password?').click()
  await expect.element(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await goBack()
  await expect.element(button('Forgot password?')).toHaveFocus()
  // The form isn't in the history twice.
  expect(location.search).toBe('')
  await expect.element(email).toHaveValue('somebody@example.test')
})

test('leads from the password of an account to its reset, without the sign-in form between', async () => {
  open('/auth?step=password', visitor)
  const forgot = button('Forgot password?')
  await expectVisible(forgot)
  let showedForm = false
  const observer = new MutationObserver(() => {
    showedForm ||= forgot.elements().length > 0 && email.elements().length > 0
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await forgot.click()
  await expectVisible(page.getByRole('heading', { name: 'Reset your password' }))
  observer.disconnect()
  expect(showedForm).toBe(false)
})

test('requires an email and shows when it could not be sent', async () => {
  open('/auth?page=forgot', {
    ...visitor,
    '/api/auth/forgot-password': { $post: new Response('', { status: 500 }) },
  })
  await email.fill('not an address')
  await send.click()
  await expectVisible(page.getByText('Please enter a valid email address'))
  await email.fill('somebody@example.test')
  await send.click()
  await expectFailure(FAILURE, 'An error occurred. Please try again later.')
})

test('explains a link that is incomplete, refused or unanswered', async () => {
  open('/reset-password', visitor)
  await expectVisible(page.getByText('Invalid reset link. Please request a new password reset.'))
  await expect.poll(() => document.title).toBe('Reset Password · Tinproof')
  server.answer({
    '/api/auth/verify-reset-token': { $post: refusal(422, 'Invalid or expired reset token.') },
  })
  open('/reset-password?token=nothing')
  await expectVisible(page.getByText('Invalid or expired reset token.'))
  await expect.poll(() => location.href).toMatch(/\/reset-password$/)
  server.answer({ '/api/auth/verify-reset-token': { $post: refusal(503, '') } })
  open('/reset-password#token=another')
  await expectVisible(page.getByRole('heading', { name: "We couldn't check this link" }))
  await expectVisible(page.getByText('Failed to verify reset token. Please try again.'))
  await expect.poll(() => location.href).toMatch(/\/reset-password$/)
  await page.getByRole('link', { name: 'Request a New Link' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Reset your password' }))
})

const check = (changes: object) => ({
  '/api/auth/verify-reset-token': {
    $post: { success: true, isUsed: false, email: 'somebody@example.test', message: '', ...changes },
  },
})
const used = check({ success: false, isUsed: true, email: null })
const refused = refusal(422, 'Invalid or expired reset token.', { code: 'RESET_TOKEN_INVALID' })
const done = page.getByRole('heading', { name: 'Your password is reset' })

async function reset() {
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabelText(label, { exact: true }).fill('a newer password')
  await button('Reset Password').click()
}

test('shows that a password could not be reset', async () => {
  open('/reset-password#token=replaced', {
    ...visitor,
    ...check({}),
    '/api/auth/reset-password': { $post: refusal(503, 'The service cannot answer right now.') },
  })
  await reset()
  await expectFailure('Failed to reset password', 'The service cannot answer right now.')
  server.answer({ ...check({ success: false }), '/api/auth/reset-password': { $post: refused } })
  await button('Reset Password').click()
  await expectVisible(page.getByRole('heading', { name: "This link doesn't work" }))
})

test('says that the password is reset, also after a reload while the answer was on its way', async () => {
  open('/reset-password#token=sent', check({}))
  await expectVisible(button('Reset Password'))
  server.answer({ ...visitor, '/api/auth/reset-password': { $post: { success: true, message: '' } } })
  await reset()
  await expectVisible(page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  await expect.element(done).toHaveFocus()
  open('/reset-password#token=reloaded', used)
  await expect.element(done).toHaveFocus()
  open('/reset-password#token=reloaded-sooner', check({}))
  server.answer({ '/api/auth/reset-password': { $post: refused } })
  await expectVisible(button('Reset Password'))
  server.answer(used)
  await reset()
  await expect.element(done).toHaveFocus()
})
