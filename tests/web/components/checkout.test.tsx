import { vi } from 'vitest'
import {
  alert,
  button,
  expect,
  expectHidden,
  expectVisible,
  holdTimeouts,
  open,
  page,
  region,
  server,
  test,
  toast,
} from './app.tsx'
import { organization, settings, subscription, team } from './data.ts'
import { type Answers, refusal, unavailable } from './server.ts'

const transactionId = `txn_${'0'.repeat(26)}`

/** A page initializes Paddle.js once, so the tests of this file share it. */
const paddle = {
  emit: (_: object): void => undefined,
  isOpen: false,
  options: {},
  onClose: (): void => undefined,
}
Object.assign(window, {
  Paddle: {
    Environment: { set: () => undefined },
    Initialize: ({ eventCallback }: { eventCallback: (event: object) => void }) => {
      paddle.emit = eventCallback
    },
    Checkout: {
      open: (options: { items?: [{ priceId: string }] }) => {
        if (options.items?.[0].priceId === '') throw new Error('No price')
        paddle.options = options
        paddle.isOpen = true
        paddle.emit({ name: 'checkout.loaded', data: { transaction_id: transactionId } })
      },
      close: () => {
        paddle.isOpen = false
        paddle.onClose()
      },
    },
  },
})

const parameters = {
  clientToken: 'test_token',
  environment: 'sandbox',
  priceId: 'pri_pro',
  scriptUrl: 'data:text/javascript,',
  customer: { email: 'ada@example.test' },
  customData: { organizationId: organization.id, userId: 1, plan: 'PRO', signature: 'signed' },
} as const
const withParameters = (more: object): Answers => ({
  '/api/paddle/client-params': { $post: { ...parameters, ...more } },
})
const answers: Answers = {
  ...team,
  ...withParameters({}),
  '/api/subscription/verify': { $post: { success: false, open: true, message: 'Not completed.' } },
}

async function openCheckout(more: Answers = {}): Promise<void> {
  open('/checkout-embedded?plan=PRO', { ...answers, ...more })
  await expect.poll(() => paddle.isOpen).toBe(true)
}

test('opens the checkout 0.5 s after setup, for the price, customer and data that the server chose', async () => {
  const delay = holdTimeouts(500)
  open('/checkout?plan=PRO', answers)
  await expectVisible(page.getByRole('heading', { name: 'Complete your payment' }))
  expect(paddle.isOpen).toBe(false)
  delay.end()
  await expect.poll(() => paddle.isOpen).toBe(true)
  const { priceId, customer, customData } = parameters
  const settings = { displayMode: 'overlay', theme: 'light' }
  expect(paddle.options).toEqual({ items: [{ priceId, quantity: 1 }], customer, customData, settings })
})

/** Keeps a script from loading until the function that it returns is called. */
function holdScript(): () => Promise<unknown> {
  const append = vi.spyOn(document.head, 'append').mockImplementation(() => undefined)
  return () => {
    const script = append.mock.lastCall?.[0]
    if (!(script instanceof HTMLScriptElement)) throw new Error('No script')
    const load = new Promise((resolve) => script.addEventListener('load', resolve))
    append.mockRestore()
    document.head.append(script)
    return load
  }
}

test('says that the payment system is loading, and opens when it has loaded', async () => {
  const load = holdScript()
  open('/checkout?plan=PRO', { ...answers, ...withParameters({ scriptUrl: 'data:text/javascript,1' }) })
  await expectVisible(toast('Loading payment system'))
  expect(paddle.isOpen).toBe(false)
  await load()
  await expect.poll(() => paddle.isOpen).toBe(true)
})

test('does not open after the person has left', async () => {
  const load = holdScript()
  open('/checkout?plan=PRO', { ...answers, ...withParameters({ scriptUrl: 'data:text/javascript,2' }) })
  await expectVisible(toast('Loading payment system'))
  await button('Cancel').click()
  await expectHidden(button('Cancel'))
  await load()
  expect(paddle.isOpen).toBe(false)
})

const refused: Answers = { '/api/paddle/client-params': { $post: unavailable } }

test.for<[string, string, Answers, string?]>([
  ['the server refuses', 'Failed to initialize checkout', refused],
  ['the server refuses', 'Failed to get checkout parameters', refused, '/checkout'],
  ['the user fails to load', 'Failed to load user data', { '/api/user': { $get: unavailable } }],
  [
    'the organizations fail to load',
    'Failed to get user organization',
    { '/api/user/organizations': { $get: unavailable } },
  ],
  [
    'the client token is missing',
    'The client token for Paddle is missing',
    withParameters({ clientToken: '' }),
  ],
  ['the script is blocked', 'Failed to setup Paddle', withParameters({ scriptUrl: 'blob:blocked' })],
  ['Paddle.js throws', 'Failed to open checkout', withParameters({ priceId: '' })],
])('says that nothing was charged if %s: %s', async ([, title, failing, path = '/checkout-embedded']) => {
  open('/organization', answers)
  await expectVisible(page.getByRole('heading', { name: 'Organization', exact: true }))
  server.answer(failing)
  history.pushState(null, '', `${path}?plan=PRO`)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expectVisible(page.getByRole('heading', { name: title }))
  await expectVisible(page.getByText('Nothing was charged.'))
  expect(paddle.isOpen).toBe(false)
})

test('does not say so after an error that can happen at any time', { tags: 'deep' }, async () => {
  open('/checkout?plan=PRO', { ...answers, ...withParameters({ customer: undefined }) })
  await expectVisible(page.getByRole('heading', { name: 'An unexpected error occurred during checkout.' }))
  await expectHidden(page.getByText('Nothing was charged.'))
})

test('leads from a checkout that the server refuses to a change of the plan', async () => {
  const refused = refusal(409, 'Already subscribed.', { code: 'ALREADY_SUBSCRIBED' })
  open('/checkout?plan=PRO', { ...answers, '/api/paddle/client-params': { $post: refused } })
  await expectVisible(alert('Already subscribed.'))
  await expectVisible(page.getByRole('link', { name: 'Change Plan' }))
  await expectHidden(page.getByText('Nothing was charged.'))
})

const endings: [string, () => void][] = [
  ['says that it closed', () => paddle.emit({ name: 'checkout.closed' })],
  ['says nothing', () => undefined],
]

test.for(endings)(
  'confirms a payment that was being made when the person canceled, if Paddle.js %s',
  { tags: 'deep' },
  async ([, onClose]) => {
    paddle.onClose = onClose
    await openCheckout()
    paddle.emit({ name: 'checkout.payment.initiated' })
    await button('Cancel').click()
    await expectVisible(page.getByText('Confirming your payment with Paddle'))
    await expect
      .poll(() => server.sent('POST', '/api/subscription/verify'))
      .toContainEqual({ organizationId: organization.id, transactionId })
    expect(paddle.isOpen).toBe(false)
  },
)

test('leads to billing instead of a checkout that would be refused while a payment is due', async () => {
  const pastDue = { ...subscription, state: { kind: 'unpaid' } } as const
  const billing = { configured: true, subscription: pastDue, invoices: [], details: null }
  open('/checkout', { ...answers, '/api/subscription': { $get: billing } })
  const links = page.getByRole('link', { name: 'Manage Subscription' })
  await expect.poll(() => links.all()).toHaveLength(2)
  await expect.element(links.first()).toHaveAttribute('href', '/organization/billing')
})

test('leaves the checkout when the person cancels before paying', async () => {
  await openCheckout()
  await button('Cancel').click()
  await expect.element(toast('Payment not completed')).toHaveTextContent('Nothing was charged.')
  await expect.poll(() => location.pathname).toBe('/organization')
})

test('says that a payment is not confirmed if the person goes back while it is being made', async () => {
  paddle.onClose = () => undefined
  open('/organization', answers)
  await expectVisible(page.getByRole('heading', { name: 'Organization', exact: true }))
  history.pushState(null, '', '/checkout-embedded?plan=PRO')
  await openCheckout()
  paddle.emit({ name: 'checkout.payment.initiated' })
  history.back()
  await expect.element(toast('Payment not confirmed')).toHaveTextContent("Don't pay again until you know.")
  expect([location.pathname, paddle.isOpen]).toEqual(['/organization', false])
})

test('says that a payment is being processed if the person goes back before it is confirmed', {
  tags: 'deep',
}, async () => {
  open('/organization', answers)
  await expectVisible(page.getByRole('heading', { name: 'Organization', exact: true }))
  history.pushState(null, '', '/checkout-embedded?plan=PRO')
  const pending = { success: false, pending: true, message: 'Not completed.' } as const
  await openCheckout({ '/api/subscription/verify': { $post: pending } })
  paddle.emit({ name: 'checkout.completed' })
  await expectVisible(page.getByText('Confirming your payment with Paddle, our payment provider...'))
  await expect.poll(async () => (await server.sent('POST', '/api/subscription/verify')).length).not.toBe(0)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect.element(toast('Your payment is being processed')).toHaveTextContent("Don't pay again.")
})

const confirm = () =>
  server.answer({
    '/api/organization': { $get: { ...organization, tier: 'PRO', monthlyLimit: 1_000 } },
    '/api/subscription/verify': { $post: { success: true, message: 'Verified.', tier: 'PRO' } },
  })

/** Pays for PRO after the dashboard was read. */
async function payAfterDashboard() {
  const pending = { success: false, pending: true, message: 'Not completed.' } as const
  open('/', { ...answers, '/api/subscription/verify': { $post: pending } })
  await expectVisible(region('Service Tier').getByText('Free', { exact: true }))
  history.pushState(null, '', '/checkout-embedded?plan=PRO')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(() => paddle.isOpen).toBe(true)
  paddle.emit({ name: 'checkout.completed', data: { transaction_id: `txn_${'1'.repeat(26)}` } })
  await expectVisible(page.getByText('Confirming your payment with Paddle, our payment provider...'))
  return page.getByRole('link', { name: 'Dashboard' }).first()
}

test('shows the plan when the person returns to the window, if they left before the payment was confirmed', {
  tags: 'deep',
}, async () => {
  const dashboard = await payAfterDashboard()
  await expect.poll(async () => (await server.sent('POST', '/api/subscription/verify')).length).not.toBe(0)
  await dashboard.click()
  await expectVisible(toast('Your payment is being processed'))
  await expectVisible(region('Service Tier').getByText('Free', { exact: true }))
  confirm()
  window.dispatchEvent(new Event('focus'))
  await expectVisible(region('Service Tier').getByText('Pro', { exact: true }))
})

test('shows the plan on the dashboard that was read before the payment', { tags: 'deep' }, async () => {
  const dashboard = await payAfterDashboard()
  confirm()
  await expectVisible(page.getByRole('heading', { name: 'Upgrade Successful!' }))
  await dashboard.click()
  await expectVisible(region('Service Tier').getByText('Pro', { exact: true }))
})

const withPaddle: Answers = { '/api/settings': { $get: { ...settings, paddle: parameters } } }

/** Opens the payment of a link after the dashboard was read. */
async function openLink() {
  paddle.onClose = () => undefined
  open('/', { ...answers, ...withPaddle })
  await expectVisible(region('Service Tier').getByText('Free', { exact: true }))
  history.pushState(null, '', `/checkout?_ptxn=${transactionId}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(() => paddle.isOpen).toBe(true)
  return page.getByRole('link', { name: 'Return to Dashboard' })
}

test('says so for the payment of a link, too', { tags: 'deep' }, async () => {
  const dashboard = await openLink()
  paddle.emit({ name: 'checkout.payment.initiated' })
  await dashboard.click()
  await expect.element(toast('Payment not confirmed')).toHaveTextContent("Don't pay again until you know.")
})

test('says why Paddle refuses the payment of a link, for example of an old email', {
  tags: 'deep',
}, async () => {
  await openLink()
  paddle.emit({ name: 'checkout.error', detail: 'This transaction is completed.' })
  await expectVisible(page.getByRole('heading', { name: 'Checkout error occurred' }))
  await expectVisible(alert('This transaction is completed.'))
  expect(paddle.isOpen).toBe(false)
})

test('opens the payment of a link on the second try if the settings failed to load', {
  tags: 'deep',
}, async () => {
  open(`/checkout?_ptxn=${transactionId}`, { ...answers, '/api/settings': { $get: unavailable } })
  await expectVisible(page.getByRole('heading', { name: 'Failed to start checkout' }))
  await expectVisible(alert('The service cannot answer right now.'))
  server.answer(withPaddle)
  await button('Try Again').click()
  await expect.poll(() => paddle.isOpen).toBe(true)
})

test('says that payments are turned off, instead of blaming an ad blocker', { tags: 'deep' }, async () => {
  open(`/checkout?_ptxn=${transactionId}`, answers)
  await expectVisible(alert("Payments aren't configured."))
  await expectHidden(page.getByText(/ad blocker/))
})

test('shows the plan on the dashboard after the payment of a link', async () => {
  const dashboard = await openLink()
  paddle.emit({ name: 'checkout.completed' })
  await expectVisible(page.getByRole('heading', { name: 'Payment received' }))
  confirm()
  await dashboard.click()
  await expectVisible(region('Service Tier').getByText('Pro', { exact: true }))
})
