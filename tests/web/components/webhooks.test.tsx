import { vi } from 'vitest'
import type { Delivery, WebhookEndpoint } from '#worker/webhooks/contract.ts'
import {
  button,
  expect,
  expectHidden,
  expectVisible,
  open,
  overflow,
  page,
  region,
  server,
  test,
  toast,
  withLargeText,
} from './app.tsx'
import { at, delivery, endpoint, organizationWith, endpointUrl as url } from './data.ts'
import { type Answers, refusal } from './server.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const listed = (...endpoints: WebhookEndpoint[]): Answers => ({ '/api/webhooks': { $get: endpoints } })
const form = page.getByRole('dialog', { name: 'New Endpoint' })
const menu = button(`Actions for ${url}`)
const choose = async (name: string) => {
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
}

test('creates an endpoint with the events of the organization, and shows its secret', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  open('/webhooks', listed())
  await expectVisible(page.getByText('No webhook endpoints yet'))
  await expect
    .element(page.getByRole('link', { name: 'Read the webhooks guide' }))
    .toHaveAttribute('href', '/docs/guides/webhooks')
  await button('New Endpoint').click()
  await expect.element(form.getByRole('checkbox', { name: 'batch.completed' })).toBeChecked()
  await expect.element(form.getByRole('checkbox', { name: 'register.down' })).not.toBeChecked()
  expect(await withLargeText(() => overflow(form), 200)).toBe(0)
  await form.getByRole('textbox', { name: 'URL' }).fill('https://192.0.2.1/hook')
  await button('Create Endpoint', form).click()
  await expectVisible(form.getByText('Enter a hostname instead of an IP address'))
  await form.getByRole('textbox', { name: 'URL' }).fill(url)
  await form.getByRole('checkbox', { name: 'token.expiring' }).click()
  await form.getByRole('radio', { name: 'Test' }).click()
  server.answer({ '/api/webhooks': { $get: [endpoint()], $post: { ...endpoint(), secret } } })
  await button('Create Endpoint', form).click()
  const created = page.getByRole('dialog', { name: 'Endpoint Created' })
  await expect.element(created.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(secret)
  await button('Copy', created, { exact: true }).click()
  expect(write).toHaveBeenCalledWith(secret)
  server.answer({
    '/api/webhooks/:endpointId/test': { $post: new Response(null, { status: 204 }) },
    '/api/webhooks/:endpointId/deliveries': { $get: () => Response.json([delivery(1)]) },
  })
  await button('Send Test Event', created).click()
  await expectVisible(toast('Test event sent'))
  await expectVisible(button('batch.completed', region('Deliveries')))
  await expectHidden(created)
  await expectVisible(page.getByRole('link', { name: url }))
  await expectVisible(page.getByText('Last 24 hours: 1,200 delivered, 1 pending, 3 failed'))
  expect(await server.sent('POST', '/api/webhooks')).toEqual([
    {
      url,
      description: '',
      live: false,
      organizationId: 'org_1',
      events: [
        'batch.completed',
        'batch.failed',
        'validation.completed',
        'monitor.changed',
        'monitor.failing',
        'rule.changed',
        'quota.warning',
        'quota.exhausted',
      ],
    },
  ])
})

test('says why an endpoint is disabled, and enables it', { tags: 'deep' }, async () => {
  const gone = endpoint({ disabledAt: at, disabledReason: 'gone' })
  open('/webhooks/endpoint_1', {
    ...listed(gone),
    '/api/webhooks/:endpointId': { $patch: endpoint() },
    '/api/webhooks/:endpointId/deliveries': { $get: [] },
  })
  await expectVisible(page.getByText(/^Disabled .* because it answered 410 Gone$/))
  await expectVisible(page.getByText('Enable the endpoint to receive events.'))
  server.answer(listed(endpoint({ failingSince: at })))
  await button('Enable').click()
  await expectVisible(toast('Endpoint enabled'))
  await expect.element(button('Send Test Event')).toHaveFocus()
  await expectVisible(page.getByText(/^Failing since/))
  expect(await server.sent('PATCH', '/api/webhooks/endpoint_1')).toEqual([
    { enabled: true, organizationId: 'org_1' },
  ])
})

test('edits, and rotates the secret', { tags: 'deep' }, async () => {
  open('/webhooks', {
    ...listed(endpoint()),
    '/api/webhooks/:endpointId': { $patch: endpoint() },
    '/api/webhooks/:endpointId/secret': {
      $post: { ...endpoint(), secret, oldSecretUntil: '2026-11-21T12:00:00.000Z' },
    },
  })
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Endpoint' })
  await edit.getByRole('checkbox', { name: 'batch.completed' }).click()
  await button('Save', edit).click()
  await expect
    .element(edit.getByRole('group', { name: 'Events' }))
    .toHaveAccessibleDescription('Select at least one event')
  await edit.getByRole('checkbox', { name: 'batch.failed' }).click()
  await button('Save', edit).click()
  await expectVisible(toast('Endpoint saved'))
  expect(await server.sent('PATCH', '/api/webhooks/endpoint_1')).toEqual([
    { url, description: 'CRM', events: ['batch.failed'], organizationId: 'org_1' },
  ])
  await choose('Rotate Secret')
  await button('Rotate Secret', page.getByRole('alertdialog')).click()
  const rotated = page.getByRole('dialog', { name: 'Secret Rotated' })
  await expectVisible(rotated.getByText(/also signed with the old secret until/))
  await button('Done', rotated).click()
})

test('deletes an endpoint on its own screen, or stays there and says why not', { tags: 'deep' }, async () => {
  open('/webhooks/endpoint_1', {
    ...listed(endpoint()),
    '/api/webhooks/:endpointId': { $delete: refusal(500, 'Something went wrong.') },
    '/api/webhooks/:endpointId/deliveries': { $get: [] },
  })
  const confirm = button('Delete Endpoint', page.getByRole('alertdialog'))
  await choose('Delete')
  await confirm.click()
  await expectVisible(toast('Failed to delete endpoint'))
  await expectHidden(page.getByRole('alertdialog'))
  await expectVisible(region('Deliveries'))
  server.answer({
    ...listed(),
    '/api/webhooks/:endpointId': { $delete: new Response(null, { status: 204 }) },
  })
  await choose('Delete')
  expect(location.pathname).toBe('/webhooks/endpoint_1')
  await confirm.click()
  await expectVisible(toast('Endpoint deleted'))
  await expect.poll(() => location.pathname).toBe('/webhooks')
  await expectHidden(page.getByRole('link', { name: url }))
})

test('shows each try of a delivery, and replays it on its page', { tags: 'deep' }, async () => {
  const newest = Array.from({ length: 25 }, (_, index) => delivery(50 - index))
  let older = delivery(25)
  open('/webhooks/endpoint_1', {
    ...listed(endpoint()),
    '/api/webhooks/:endpointId/deliveries': {
      $get: ({ url }) => Response.json(url.includes('before=26') ? [older] : newest),
    },
    '/api/webhooks/:endpointId/deliveries/:deliveryId/replay': {
      $post: () => {
        older = delivery(25, { state: 'pending', nextTryAt: at })
        return new Response(null, { status: 204 })
      },
    },
  })
  await page.getByRole('link', { name: 'Older' }).click()
  const rows = region('Deliveries').getByRole('row')
  await expect.poll(() => rows.length).toBe(2)
  await button('batch.completed', region('Deliveries')).click()
  const dialog = page.getByRole('dialog', { name: 'batch.completed' })
  await expectVisible(dialog.getByText('"batchId": "batch_1"'))
  await expectVisible(dialog.getByText('webhook-id: event_25'))
  await expectVisible(dialog.getByText('Timed out'))
  await expectVisible(dialog.getByText('<b>Oops</b>'))
  await expect.element(dialog).toHaveTextContent(/Tries.*<b>Oops<\/b>.*Request body.*Request headers/)
  await button('Replay', dialog).click()
  await expectVisible(toast('Event sent again'))
  await expectVisible(dialog.getByText('Next try'))
  expect(await server.sent('POST', '/api/webhooks/endpoint_1/deliveries/25/replay')).toHaveLength(1)
})

test('shows how a replay ended, also at its endpoint', { tags: 'deep' }, async () => {
  const answers = (delivered: Delivery, changes: Partial<WebhookEndpoint> = {}): Answers => ({
    ...listed(endpoint(changes)),
    '/api/webhooks/:endpointId/deliveries': { $get: () => Response.json([delivered]) },
  })
  const pending = delivery(1, { state: 'pending', nextTryAt: at })
  open('/webhooks/endpoint_1', {
    ...answers(delivery(1)),
    '/api/webhooks/:endpointId/deliveries/:deliveryId/replay': {
      $post: () => {
        server.answer(answers(pending))
        return new Response(null, { status: 204 })
      },
    },
  })
  await button('batch.completed', region('Deliveries')).click()
  const dialog = page.getByRole('dialog', { name: 'batch.completed' })
  await button('Replay', dialog).click()
  await expectVisible(dialog.getByText('Next try'))
  await expectVisible(button('Replay', dialog))
  server.answer(answers(delivery(1), { disabledAt: at, disabledReason: 'gone' }))
  await expectVisible(page.getByText(/^Disabled .* because it answered 410 Gone$/))
  await expectHidden(button('Replay', dialog))
})

test('hides webhooks from members', { tags: 'deep' }, async () => {
  open('/webhooks', organizationWith({ role: 'member' }))
  await expectVisible(page.getByText('Only admins and managers can see webhooks'))
  await expectVisible(page.getByRole('link', { name: 'API Tokens' }))
  await expectHidden(page.getByRole('link', { name: 'Webhooks' }))
})

test('says why no more endpoints can be added, and how to get more', { tags: 'deep' }, async () => {
  open('/webhooks', listed(...[1, 2, 3, 4, 5].map((id) => ({ ...endpoint(), id: `we_${id}` }))))
  await expectVisible(page.getByText('All 5 endpoints of your plan are in use. Delete 1 to add another.'))
  await expect.element(button('New Endpoint')).toBeDisabled()
  await expect
    .element(page.getByRole('link', { name: 'Upgrade your plan' }))
    .toHaveAttribute('href', '/products')
})

test('offers an inactive organization nothing that it can’t do', { tags: 'deep' }, async () => {
  open('/webhooks/endpoint_1', {
    ...organizationWith({ status: 'SUSPENDED' }),
    ...listed(endpoint({ disabledAt: at, disabledReason: 'member' })),
    '/api/webhooks/:endpointId/deliveries': { $get: [] },
  })
  await expectVisible(page.getByText('Events that we send to this endpoint appear here.'))
  await expectHidden(button('Enable'))
})
