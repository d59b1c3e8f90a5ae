import type { CreatedToken } from '#worker/tokens/contract.ts'
import {
  alert,
  button,
  expect,
  expectHidden,
  expectTexts,
  expectVisible,
  keys,
  open,
  page,
  press,
  server,
  test,
  withLargeText,
} from './app.tsx'
import { at, oldSecret, organization, organizationWith, security, token, user, visitor } from './data.ts'
import { second } from './form-screens.ts'
import { type Answers, held, refusal, unavailable } from './server.ts'

const card = (name: string) => page.getByRole('main').getByRole('listitem', { name })
const create = button('Create New Token').first()
const form = page.getByRole('dialog', { name: 'Create New API Token' })
const name = form.getByRole('textbox', { name: 'Token name' })
const submit = button('Create Token', form)
const created = page.getByRole('dialog', { name: 'API Token Created' })
const saved = button("I've Saved My Token")

const newToken: CreatedToken = { ...token({}), token: `tp_live_${'7'.repeat(52)}` }
const withNew: Answers = { '/api/tokens': { $get: [token({})], $post: newToken } }

test('shows form errors at their fields', { tags: 'deep' }, async () => {
  open('/tokens')
  await create.click()
  await name.fill('ab')
  await submit.click()
  await expectVisible(form.getByText('Token name must be at least 3 characters'))
  await expect.element(name).toHaveFocus()
  await name.fill('Lookup')
  const read = form.getByRole('checkbox', { name: 'Tax Lookup API Access' })
  await read.click()
  await submit.click()
  await expect
    .element(form.getByRole('group', { name: 'Permissions' }))
    .toHaveAccessibleDescription('Choose at least one permission')
  await expect.element(read).toHaveFocus()
  await form.getByRole('checkbox', { name: 'Tax Validation API Access' }).click()
  await expectHidden(form.getByText('Choose at least one permission'))
  server.answer(withNew)
  await submit.click()
  await expectVisible(created)
  expect(await server.sent('POST', '/api/tokens')).toMatchObject([
    { name: 'Lookup', permissions: { validation: true } },
  ])
})

test('creates one token for two clicks, with the keyboard, and does not close it by accident', async () => {
  open('/tokens')
  await press(create, '{Enter}')
  await expect.element(name).toHaveFocus()
  await keys('Checkout')
  const { answer, release } = held(newToken)
  server.answer({ '/api/tokens': { $get: [token({})], $post: answer } })
  await submit.dblClick()
  release()
  await expectVisible(created)
  await keys('{Escape}')
  document.elementFromPoint(4, 4)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expectVisible(created)
  await press(saved, '{Enter}')
  await expectVisible(card('Checkout'))
  await expect.element(create).toHaveFocus()
  expect(await server.sent('POST', '/api/tokens')).toHaveLength(1)
})

test('schedules, reschedules and cancels a deletion, also on the dashboard', { tags: 'deep' }, async () => {
  const leaving = token({ deleteAt: '2999-01-01T00:00:00.000Z' })
  const dialog = page.getByRole('alertdialog', { name: 'Revoke API Token' })
  open('/tokens', { '/api/tokens': { $get: [token({})] }, '/api/tokens/:tokenId': { $delete: leaving } })
  await button('Revoke Token', card('Checkout')).click()
  await expectVisible(dialog.getByText("This can't be undone."))
  await dialog.getByRole('radio', { name: /After 7 days/ }).click()
  await expectVisible(dialog.getByText('Until then, you can cancel the deletion.'))
  server.answer({ '/api/tokens': { $get: [leaving] } })
  await button('Schedule Deletion', dialog).click()
  await expectVisible(page.getByText('The API token will be deleted after 7 days.'))
  await button('Revoke Token', card('Checkout')).click()
  await expectVisible(dialog.getByText('Its deletion is scheduled for'))
  await dialog.getByRole('radio', { name: /After 30 days/ }).click()
  await button('Reschedule Deletion', dialog).click()
  await expectVisible(page.getByText('The API token will be deleted after 30 days.'))
  await page.getByRole('link', { name: 'Dashboard' }).click()
  server.answer({
    '/api/tokens': { $get: [token({})] },
    '/api/tokens/:tokenId/schedule': { $delete: token({}) },
  })
  await button('Keep Token Checkout').click()
  await expectVisible(page.getByText('Token kept'))
  await expect.element(button('Delete token Checkout')).toHaveFocus()
})

test('shows the question of a high dialog on a small phone', async () => {
  await page.viewport(360, 480)
  open('/tokens', { '/api/tokens': { $get: [token({})] } })
  await button('Revoke Token').click()
  await expect.element(button('Cancel')).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'Revoke API Token' })).toBeInViewport()
  await page.viewport(1440, 900)
})

test('restores a token whose deletion fails, and one that should be kept', async () => {
  const failure = refusal(500, 'Something went wrong on our side.')
  open('/tokens', {
    '/api/tokens': {
      $get: [token({}), token({ id: 2, name: 'Leaving', deleteAt: '2999-01-01T00:00:00.000Z' })],
    },
    '/api/tokens/:tokenId': { $delete: failure },
    '/api/tokens/:tokenId/schedule': { $delete: failure },
  })
  await button('Revoke Token', card('Checkout')).click()
  await button('Delete Token').click()
  await expectVisible(page.getByText('Failed to delete token'))
  await expectVisible(page.getByText('Something went wrong on our side.'))
  await expectVisible(card('Checkout'))
  const keep = button('Keep Token', card('Leaving'))
  await keep.click()
  await expectVisible(page.getByText('Failed to keep token'))
  await expectVisible(keep)
  await expect.element(card('Leaving')).toHaveTextContent('Will be deleted')
})

test('shows both of two changes, also if the first one takes longer', async () => {
  const deleteAt = '2999-01-01T00:00:00.000Z'
  let tokens = [token({ deleteAt }), token({ id: 2, name: 'Leaving', deleteAt })]
  const { answer: firstMayEnd, release } = held(undefined)
  open('/tokens', {
    '/api/tokens': { $get: () => tokens },
    '/api/tokens/:tokenId/schedule': {
      $delete: async ({ url }) => {
        const id = url.includes('/tokens/1/') ? 1 : 2
        if (id === 1) await firstMayEnd()
        tokens = tokens.map((each) => (each.id === id ? { ...each, deleteAt: null } : each))
        return new Response(null, { status: 204 })
      },
    },
  })
  const keep = (name: string) => button('Keep Token', card(name))
  await keep('Checkout').click()
  await expectHidden(keep('Checkout'))
  await keep('Leaving').click()
  await expectVisible(keep('Checkout'))
  release()
  await expectHidden(keep('Checkout'))
  await expectHidden(keep('Leaving'))
})

test('offers a test token at the limit of ten tokens, and the limit on the dashboard', {
  tags: 'deep',
}, async () => {
  const ten = Array.from({ length: 10 }, (_, at) => token({ id: at + 1, name: `Service ${at}` }))
  open('/', { '/api/tokens': { $get: ten } })
  await button('Create New Token', page.getByRole('region', { name: 'Active API Tokens' })).click()
  await expectVisible(page.getByRole('dialog', { name: 'API Token Limit Reached' }))
  await page.getByRole('link', { name: 'Manage Tokens' }).click()
  await expect.poll(() => location.pathname).toBe('/tokens')
  await expectVisible(page.getByText('10 of 10 used'))
  await expect.element(create).toBeDisabled()
  await button('Create a test token').click()
  await expect.element(form.getByRole('radio', { name: 'Live' })).toBeDisabled()
  await expect.element(form.getByRole('radio', { name: 'Test' })).toBeChecked()
  await expect.element(form.getByRole('checkbox', { name: 'Tax Validation API Access' })).toBeChecked()
  await name.fill('Our tests')
  const test = { ...newToken, id: 11, name: 'Our tests', live: false }
  server.answer({ '/api/tokens': { $get: [test, ...ten], $post: test } })
  await submit.click()
  await saved.click()
  await expectVisible(card('Our tests').getByText('Test', { exact: true }))
  await expectVisible(page.getByText('10 of 10 used, 1 test'))
})

test('says that the calls of a token did not load', { tags: 'deep' }, async () => {
  open('/tokens', { '/api/tokens': { $get: [token({})] }, '/api/tokens/usage': { $get: unavailable } })
  await expect.element(card('Checkout')).toHaveTextContent("Last 30 daysDidn't load")
})

test('rotates a token in two clicks, shows the new secret once, and ends the old one', async () => {
  open('/tokens', {
    '/api/tokens': { $get: [token({ expiresAt: '2999-01-01T00:00:00.000Z' })] },
    '/api/tokens/usage': { $get: [{ tokenId: 1, days: [...Array<number>(28).fill(0), 1203, 1] }] },
    '/api/tokens/:tokenId/rotate': { $post: refusal(503, 'Try again in a moment.') },
    '/api/tokens/:tokenId/old-secret': { $delete: refusal(503, 'Try again in a moment.') },
  })
  await expect.element(card('Checkout')).toHaveTextContent('Last 30 days1,204 calls')
  await expect.element(card('Checkout')).toHaveTextContent('Format, check digits and details')
  await button('Rotate…', card('Checkout')).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate API Token' })
  await expect.element(dialog.getByRole('radio', { name: 'After 7 days' })).toBeChecked()
  server.answer({ '/api/tokens': { $get: [token({ oldSecret, deleteAt: oldSecret.endsAt })] } })
  await button('Rotate Token', dialog).click()
  await expectVisible(dialog.getByText('Try again in a moment.'))
  await expectVisible(dialog.getByText(/Checkout was already rotated/))
  await expectVisible(dialog.getByText(/The token won't be deleted/))
  await expectHidden(dialog.getByRole('radio'))
  server.answer({ '/api/tokens/:tokenId/rotate': { $post: { ...newToken, oldSecret } } })
  await button('Rotate Token', dialog).click()
  const rotated = page.getByRole('dialog', { name: 'API Token Rotated' })
  await expect.element(rotated.getByRole('textbox', { name: 'API token' })).toHaveValue(newToken.token)
  await saved.click()
  const sent = await server.sent('POST', '/api/tokens/1/rotate')
  expect(sent).toMatchObject([{ oldSecretEnds: '7days' }, { oldSecretEnds: 'unchanged' }])
  await expect.element(card('Checkout')).toHaveTextContent('Works until')
  const end = async () => {
    await button('End Now', card('Checkout')).click()
    await button('End Old Secret').click()
  }
  await end()
  await expectVisible(page.getByText('Failed to end the old secret'))
  server.answer({
    '/api/tokens': { $get: [token({})] },
    '/api/tokens/:tokenId/old-secret': { $delete: token({}) },
  })
  await end()
  await expect.element(card('Checkout')).not.toHaveTextContent('Works until')
  await expect.element(page.getByRole('list', { name: 'API Tokens' })).toHaveFocus()
})

test('says why a token that is gone cannot be rotated, and removes it once that was read', {
  tags: 'deep',
}, async () => {
  open('/tokens', { '/api/tokens': { $get: [token({})] } })
  await button('Rotate…', card('Checkout')).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate API Token' })
  server.answer({
    '/api/tokens': { $get: [] },
    '/api/tokens/:tokenId/rotate': {
      $post: refusal(404, 'API token not found.', { code: 'TOKEN_NOT_FOUND' }),
    },
  })
  await button('Rotate Token', dialog).click()
  await expectVisible(dialog.getByText('API token not found.'))
  await button('Cancel', dialog).click()
  await expectVisible(page.getByText('No API tokens yet'))
})

test('only revokes tokens of a suspended organization, and says why', async () => {
  open('/tokens', {
    ...organizationWith({ status: 'SUSPENDED', statusReason: 'Payment disputed' }),
    '/api/tokens': { $get: [token({ deleteAt: oldSecret.endsAt })] },
  })
  await expectTexts(card('Checkout').getByRole('button'), ['', 'Revoke Token'])
  await expectVisible(page.getByText('Reason: Payment disputed.'))
})

test('shows a member which tokens they may revoke', async () => {
  open('/tokens', {
    ...organizationWith({ role: 'member' }),
    '/api/tokens': {
      $get: [
        token({ createdBy: 'grace@example.test' }),
        token({ id: 2, name: 'Mine', createdBy: user.email }),
      ],
    },
  })
  await expectVisible(button('Revoke Token', card('Mine')))
  await expect
    .element(card('Checkout'))
    .toHaveTextContent('Only its creator, managers and admins can revoke it.')
  await expectHidden(button('Revoke Token', card('Checkout')))
})

test('limits a token to addresses, names a wrong one, and warns without the own address', {
  tags: 'deep',
}, async () => {
  open('/tokens', {
    '/api/tokens': {
      $get: [
        token({
          ...{ lastRefusedIp: '198.51.100.9', lastRefusedAt: '2026-11-01T12:00:00.000Z' },
          ...{ lastUsedAt: '2026-11-01T12:00:00.000Z', lastUsedCountry: 'AT' },
        }),
      ],
    },
    '/api/tokens/client-ip': { $get: { ip: '203.0.113.7' } },
    '/api/tokens/:tokenId': { $patch: refusal(503, 'Try again in a moment.') },
  })
  await expect.element(card('Checkout')).toHaveTextContent(/Last used.*, Austria/)
  await expect.element(card('Checkout')).toHaveTextContent('Allowed IPsAny')
  await expect.element(card('Checkout')).toHaveTextContent('Last refused198.51.100.9')
  await button('Limit', card('Checkout')).click()
  const dialog = page.getByRole('dialog', { name: 'Allowed IP Addresses' })
  const field = dialog.getByLabelText('Allowed IP addresses')
  const save = button('Save', dialog)
  const warning = dialog.getByText("Your own address isn't in this list")
  await field.fill('10.0.0.0/8\n010.0.0.1')
  await save.click()
  await expectVisible(dialog.getByText('010.0.0.1: Leave out leading zeros'))
  await field.fill('10.0.0.0/8, 2001:db8::/32')
  await expectVisible(warning)
  await field.fill('10.0.0.0/8\n203.0.113.0/24')
  await expect.element(warning).not.toBeInTheDocument()
  await save.click()
  await expectVisible(dialog.getByText('Try again in a moment.'))
  const limited = token({ allowedIps: ['10.0.0.0/8', '203.0.113.0/24'] })
  server.answer({ '/api/tokens': { $get: [limited] }, '/api/tokens/:tokenId': { $patch: limited } })
  await save.click()
  await expect.element(card('Checkout')).toHaveTextContent('203.0.113.0/24')
  expect(await server.sent('PATCH', '/api/tokens/1')).toMatchObject([{}, { allowedIps: limited.allowedIps }])
})

const request = '/oauth/authorize?client_id=app&state=a%20b'
const app = {
  appName: 'Assistant',
  domain: 'assistant.example',
  redirectHost: 'assistant.example',
  isLocal: false,
  denyUrl: '#denied',
}
const asking: Answers = { '/api/oauth/consent': { $get: app } }
const connect = page.getByRole('heading', { name: 'Connect Assistant?' })

test('connects an app to the chosen organization, and says why it cannot', async () => {
  open(request, { ...asking, '/api/user/organizations': { $get: [organization, second] } })
  await expect.element(connect).toHaveFocus()
  await expectVisible(page.getByText('This app is published by assistant.example.'))
  await expectHidden(page.getByText('This is an app on your computer'))
  await page.getByRole('radio', { name: 'Second Company' }).click()
  server.answer({ '/api/oauth/consent': { $post: refusal(403, "This organization isn't active.") } })
  await button('Allow').click()
  await expectVisible(alert("This organization isn't active."))
  expect(await server.sent('POST', '/api/oauth/consent')).toEqual([
    { request: 'client_id=app&state=a+b', organizationId: 'org_2' },
  ])
  open(`${request}&next`, { '/api/oauth/consent': { $get: refusal(422, 'Invalid client.') } })
  await expectVisible(page.getByRole('heading', { name: 'App not connected' }))
  await expectVisible(alert('Invalid client.'))
  await expectVisible(page.getByRole('link', { name: 'Go to Dashboard' }))
})

test('keeps the facts of a token in its card on a phone with text of twice the size', {
  tags: 'deep',
}, async () => {
  open('/tokens', {
    '/api/tokens': { $get: [token({ lastUsedAt: at, expiresAt: '2999-01-01T00:00:00.000Z' })] },
  })
  await expectVisible(card('Checkout'))
  const beyond = () => {
    const right = card('Checkout').element().getBoundingClientRect().right
    const times = [...card('Checkout').element().querySelectorAll('time')]
    return Math.max(0, ...times.map((time) => time.getBoundingClientRect().right - right))
  }
  expect(await withLargeText(beyond, 200)).toBe(0)
})

test('fits the long name of an app on a phone', { tags: 'deep' }, async () => {
  await page.viewport(360, 800)
  const appName = 'W'.repeat(64)
  open(request, { '/api/oauth/consent': { $get: { ...app, appName } } })
  await expectVisible(page.getByRole('heading', { name: `Connect ${appName}?` }))
  expect(document.documentElement.scrollWidth).toBe(360)
  await page.viewport(1440, 900)
})

test('keeps the organization while the user confirms with Google, and asks for the code then', {
  tags: 'deep',
}, async () => {
  const requests: (string | null)[] = []
  const answers: Answers = {
    '/api/user/organizations': { $get: [organization, second] },
    '/api/user/security': { $get: { ...security, hasPassword: false, hasGoogle: true } },
    '/api/oauth/consent': {
      $get: ({ url }) => {
        requests.push(new URL(url).searchParams.get('request'))
        return app
      },
      $post: refusal(403, "Confirm it's you.", { code: 'CONFIRMATION_REQUIRED' }),
    },
  }
  open(request, answers)
  await page.getByRole('radio', { name: 'Second Company' }).click()
  await button('Allow').click()
  const link = page.getByRole('link', { name: 'Confirm with Google' })
  await expect
    .element(link)
    .toHaveAttribute('href', `/auth/google?${new URLSearchParams({ confirm: request })}`)

  open(`${request}&confirmed=code`, answers)
  await expectVisible(page.getByRole('dialog', { name: 'Enter your code' }))
  await expect.element(page.getByRole('radio', { name: 'Second Company', includeHidden: true })).toBeChecked()
  expect(new Set(requests)).toEqual(new Set(['client_id=app&state=a+b']))
})

test('asks a visitor to sign in, and comes back to the app once', { tags: 'deep' }, async () => {
  open(request, visitor)
  const email = page.getByLabelText('Email')
  await expectVisible(email)
  expect(location.pathname).toBe('/auth')
  await email.fill(user.email)
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  server.answer({ ...asking, '/api/user': { $get: user }, '/api/login': { $post: user } })
  await button('Sign In').last().click()
  await expectVisible(connect)
  expect(location.pathname + location.search).toBe(request)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Dashboard' }))
})

test('lists apps beside the tokens, without a value or a place in the limit', { tags: 'deep' }, async () => {
  const assistant = token({ id: 2, name: 'Assistant', isApp: true, expiresAt: '2100-01-01T00:00:00.000Z' })
  open('/tokens', { '/api/tokens': { $get: [token({}), assistant] } })
  await expectVisible(card('Assistant').getByText('App', { exact: true }))
  await expectVisible(card('Assistant').getByText('Ends if unused'))
  await expectVisible(card('Assistant').getByText('Read monitored numbers and records'))
  await expectHidden(card('Assistant').getByText('deletes records'))
  await expectHidden(card('Assistant').getByText('tp_live_'))
  await expectVisible(page.getByText('1 of 10 used, 1 app'))
  await button('Revoke Token', card('Assistant')).click()
  await expectVisible(page.getByRole('alertdialog').getByText("This can't be undone."))
  await expectHidden(page.getByText('After 1 day'))
})

test('shows what another tab changed once the user comes back, and keeps typed text', {
  tags: 'deep',
}, async () => {
  open('/', {
    '/api/tokens': { $get: [token({}), token({ id: 2, name: 'Revoked' })] },
    '/api/tokens/client-ip': { $get: { ip: '203.0.113.7' } },
  })
  await expectVisible(page.getByText('Revoked'))
  await page.getByRole('link', { name: 'API Tokens', exact: true }).first().click()
  await button('Limit', card('Checkout')).click()
  const field = page.getByRole('dialog').getByLabelText('Allowed IP addresses')
  await field.fill('10.0.0.0/8')
  server.answer({ '/api/tokens': { $get: [token({})] }, ...organizationWith({ tier: 'PRO' }) })
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastChange' }))
  await expectVisible(page.getByText('Revoked', { exact: true }))
  window.dispatchEvent(new Event('focus'))
  await expectHidden(page.getByText('Revoked', { exact: true }))
  await expect.element(field).toHaveValue('10.0.0.0/8')
  await button('Cancel').click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expectVisible(page.getByRole('region', { name: 'Service Tier' }).getByText('Pro', { exact: true }))
  expect(await server.sent('GET', '/api/tokens')).toHaveLength(2)
})
