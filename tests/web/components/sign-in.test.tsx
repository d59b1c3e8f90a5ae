import { describe } from 'vitest'
import { alert, button, expect, expectHidden, expectVisible, keys, page, test } from './app.tsx'
import { settings, visitor } from './data.ts'
import { refusal } from './server.ts'

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const tab = (name: string) => page.getByRole('tab', { name })

describe('signing in', () => {
  test('requires a valid email and a password', async ({ open }) => {
    open('/auth', visitor)
    await email.fill('not an address')
    await keys('{Enter}')
    await expectVisible(page.getByText('Invalid email address'))
    await expectVisible(page.getByText('Password is required'))
    await expect.element(email).toHaveFocus()
    await email.fill('demo@tinproof.test')
    await expectHidden(page.getByText('Invalid email address'))
  })

  test("shows the server's message and focuses the password", async ({ open, server }) => {
    open('/auth', visitor)
    for (const message of ['Wrong email or password.', 'Try again in 8 seconds.']) {
      server.answer({ '/api/login': { $post: refusal(429, message, { code: 'RATE_LIMITED' }) } })
      await email.fill('demo@tinproof.test')
      await password.fill('not the password')
      await button('Sign In').last().click()
      await expect.element(alert('Login failed')).toHaveTextContent(message)
      await expect.element(password).toHaveFocus()
    }
  })

  test('offers Google only when it is configured', async ({ open }) => {
    open('/auth', { ...visitor, '/api/settings': { $get: { ...settings, googleSignIn: false } } })
    await expectVisible(button('Forgot password?'))
    await expectHidden(page.getByRole('link', { name: 'Continue with Google' }))
  })

  test('shows the password and names the fields for password managers', async ({ open }) => {
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

  test('opens the tab of the query parameter, and Sign In by default', async ({ open }) => {
    open('/auth', visitor)
    await expect.element(tab('Sign In')).toHaveAttribute('aria-selected', 'true')
    await tab('Sign In').click()
    await keys('{ArrowRight}')
    await expect.element(tab('Sign Up')).toHaveFocus()
    expect(location.search).toBe('?page=register')
    await expect.poll(() => document.title).toBe('Sign Up · Tinproof')
  })
})
