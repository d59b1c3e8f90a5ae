import type { Reply } from '#tests/fakes/fake.ts'
import type { PaymentMethod, Subscription, Transaction } from './entities.ts'

const escapeHtml = (value: string) =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'self'"

const html = (body: string): Reply => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
  },
  body,
})

const STYLE = `
:root { color-scheme: light; --back: #fff; --text: #111827; --line: #d1d5db; --strong: #1d4ed8; --alert: #b91c1c }
:root[data-theme=dark] { color-scheme: dark; --back: #111827; --text: #f3f4f6; --line: #4b5563; --strong: #3b82f6; --alert: #fca5a5 }
* { box-sizing: border-box } body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--text) }
main { background: var(--back); padding: 24px; display: grid; gap: 12px }
body.overlay { background: rgb(0 0 0 / .5); min-height: 100vh; display: grid; place-items: center; padding: 16px }
body.overlay main { width: 100%; max-width: 420px; border-radius: 12px }
h1 { font-size: 18px; margin: 0 } p { margin: 0 }
.notice { background: #fef3c7; color: #713f12; padding: 8px 12px; border-radius: 8px; font-size: 13px }
dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; margin: 0 } dd { margin: 0; text-align: right }
button { font: inherit; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; cursor: pointer }
button.main { background: var(--strong); border-color: var(--strong); color: #fff; font-weight: 600 }
[role=alert] { color: var(--alert) } [hidden] { display: none !important }
`

/** The payment sheet. paddle.js sends it a message with what to sell. */
export const checkoutPage = () =>
  html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Checkout</title><style>${STYLE}</style></head><body><main>
<p class="notice">Test checkout. No card is charged.</p>
<h1 id="name">Loading…</h1>
<dl id="totals"></dl>
<p role="alert" id="alert" hidden></p>
<button class="main" id="pay" disabled>Pay</button>
<button id="decline" disabled>Pay with a declined card</button>
<button id="break" disabled>Cause an error</button>
<button id="close">Close</button>
</main><script>
const part = (id) => document.getElementById(id)
const tell = (message) => parent.postMessage(message, location.origin)
const fire = (name, checkout) => tell({ event: { name, ...(checkout && { data: checkout }) } })
let checkout, request

async function post(path, body) {
  const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return response.json()
}
function fail(message) { part('alert').textContent = message; part('alert').hidden = false }
function fireError(error) { tell({ event: { name: 'checkout.error', ...error } }); fail('Something went wrong. ' + error.detail) }
function show() {
  const price = (amount) => new Intl.NumberFormat('en-US', { style: 'currency', currency: checkout.currency_code }).format(amount)
  part('name').textContent = checkout.items.map((item) => item.product.name).join(', ')
  const rows = [['Subtotal', checkout.totals.subtotal], ['Tax', checkout.totals.tax], ['Due today', checkout.totals.total]]
  part('totals').replaceChildren(...rows.flatMap(([name, amount]) => [
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: price(amount) }),
  ]))
  for (const id of ['pay', 'decline', 'break']) part(id).disabled = false
}
async function pay(card) {
  for (const id of ['pay', 'decline', 'break']) part(id).disabled = true
  fire('checkout.payment.initiated', checkout)
  const { data, error } = await post('checkouts/' + checkout.transaction_id + '/pay', { token: request.token, card })
  if (error) { fireError(error); show(); return }
  checkout = data.checkout
  if (!data.isPaid) { fire('checkout.payment.failed', checkout); fail('Your card was declined.'); show(); return }
  part('alert').hidden = true
  part('name').textContent = 'Payment complete'
  for (const id of ['pay', 'decline', 'break']) part(id).hidden = true
  fire('checkout.completed', checkout)
}
addEventListener('message', async ({ origin, source, data: message }) => {
  if (origin !== location.origin || source !== parent || request) return
  request = message
  document.body.classList.toggle('overlay', request.settings.displayMode !== 'inline')
  document.documentElement.dataset.theme = request.settings.theme
  const { data, error } = await post('checkouts', request)
  if (error) { part('name').textContent = 'Checkout'; fireError(error); return }
  checkout = data
  show()
  fire('checkout.loaded', checkout)
})
part('pay').onclick = () => pay('works')
part('decline').onclick = () => pay('declines')
part('break').onclick = () => fireError({ type: 'api_error', code: 'internal_error', detail: 'The checkout failed on purpose.', documentation_url: 'https://developer.paddle.com/errors/shared/internal_error' })
part('close').onclick = () => tell({ close: true })
tell({ ready: true })
</script></body></html>`)

export interface PortalEntry {
  readonly subscription: Subscription
  readonly card: PaymentMethod['card']
  readonly transactions: readonly Transaction[]
}

/** The customer portal, where a customer changes the card or cancels. */
export function portalPage(path: string, entries: readonly PortalEntry[]): Reply {
  const button = (name: string, action: string, id: string) =>
    `<button name="action" value="${action}" id="${action}">${name}</button><input type="hidden" name="subscription" value="${id}">`
  const form = (name: string, action: string, id: string) =>
    `<form method="post" action="${escapeHtml(path)}">${button(name, action, id)}</form>`
  const entry = ({ subscription, card, transactions }: PortalEntry) => `<main>
<h1>${escapeHtml(subscription.items.map(({ product }) => product.name).join(', '))}</h1>
<p>Status: ${escapeHtml(subscription.status)}${subscription.scheduled_change ? `, ${subscription.scheduled_change.action} on ${escapeHtml(subscription.scheduled_change.effective_at.slice(0, 10))}` : ''}</p>
<p>Card: ${escapeHtml(card.type)} ending in ${escapeHtml(card.last4)}</p>
${form('Use another card', 'card', subscription.id)}
${form('Cancel subscription', 'cancel', subscription.id)}
<dl>${transactions.map((one) => `<dt>${escapeHtml(one.invoice_number ?? '')}</dt><dd>${(Number(one.details.totals.grand_total) / 100).toFixed(2)}</dd>`).join('')}</dl>
</main>`
  return html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Customer portal</title><style>${STYLE} body { max-width: 560px; margin: 5vh auto }</style></head><body>
<p class="notice">Test customer portal. No card is charged.</p>${entries.map(entry).join('')}</body></html>`)
}

/** One page with the invoice's number and total. */
export function invoicePdf(transaction: Transaction): Reply {
  const total = (Number(transaction.details.totals.grand_total) / 100).toFixed(2)
  const lines = [
    'Test invoice from Paddle',
    `Invoice ${transaction.invoice_number}`,
    `Total ${transaction.currency_code} ${total}`,
  ]
  const content = `BT /F1 14 Tf 18 TL 72 770 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="invoice.pdf"' },
    body,
  }
}
