// @module-tag deep
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countInserts } from '#tests/worker/overlap.ts'
import { endGracePeriods } from '#worker/jobs/end-grace-periods.ts'
import { queueCardEmails } from '#worker/jobs/queue-card-emails.ts'
import { sendEmails } from '#worker/jobs/send-emails.ts'
import { formatMinute } from '#worker/mail/layout.ts'
import type { Member } from '../harness.ts'
import { endOf, interceptPaddle, openBillingWorker, paddleError } from './billing-worker.ts'

const DAY = 86_400_000

const worker = await openBillingWorker('billing_emails')
beforeEach(() => worker.sql`delete from mails`)
afterEach(() => vi.restoreAllMocks())

const context = (now = new Date()) => ({ ...worker.context(), now })

/** Sends what waits. Oldest first. */
async function inbox({ user }: Member) {
  await worker.settle()
  await sendEmails(context())
  return (await worker.fakes.mailbox(user.email)).toReversed()
}
const subjects = async (member: Member) => (await inbox(member)).map(({ subject }) => subject)
const lastEmail = async (member: Member) => (await inbox(member)).at(-1)

const sendCalls = async () => (await worker.fakes.counts(worker.namespace)).mail.trips

const PRO_RECEIPT = 'Receipt for your Tinproof Pro plan'
const FREE_TEXT = 'Free plan with 100 validations a month'

const billingLink = ({ organization }: Member) =>
  `http://localhost/organization/billing?organizationId=${organization.id}`

describe('receipts', () => {
  it('go to the buyer and the admins, with amount, plan, period and invoice', async () => {
    const admin = await worker.buyer()
    const organizationId = admin.organization.id
    const [second, buyer, other] = [
      await worker.colleague(organizationId, 'admin'),
      await worker.colleague(organizationId),
      await worker.colleague(organizationId),
    ]
    await worker.buy(buyer, 'PRO', { organizationId, country: 'DE' })
    for (const recipient of [admin, second, buyer]) expect(await subjects(recipient)).toEqual([PRO_RECEIPT])
    expect(await subjects(other)).toEqual([])
    const receipt = await lastEmail(buyer)
    expect(receipt?.text).toContain('Amount: $58.31')
    expect(receipt?.text).toContain('Plan: Pro, 1,000 validations a month')
    expect(receipt?.text).toMatch(/Period: \w+ \d+, \d{4} to \w+ \d+, \d{4}/)
    expect(receipt?.text).toMatch(/Invoice: 10042-\d+/)
    expect(receipt?.text).toContain(`View invoice:\n${billingLink(admin)}\n`)
    expect(receipt?.html).toContain(`href="${billingLink(admin)}"`)
  })

  it('say that there was nothing to pay after a full discount', async () => {
    interceptPaddle(async ({ method, path }, send) => {
      if (method !== 'GET' || !path.startsWith('/transactions/')) return undefined
      const text = await (await send()).text()
      return new Response(text.replace(/"grand_total":"\d+"/, '"grand_total":"0"'))
    })
    const { buyer } = await worker.subscribe()
    expect(await subjects(buyer)).toEqual([PRO_RECEIPT])
    const receipt = await lastEmail(buyer)
    expect(receipt?.text).toContain('There was nothing to pay.')
    expect(receipt?.text).toContain('Amount: $0.00')
    expect(receipt?.text).not.toContain('PADDLE.NET')
  })

  it('go out once for doubled and reordered webhooks, and a verify call', async () => {
    const admin = await worker.buyer()
    const { id } = await admin.pay()
    const webhooks = await worker.paddle.takeWebhooks()
    const before = await sendCalls()
    await Promise.all([
      ...webhooks.toReversed().map(worker.receive),
      admin.verify(id),
      ...webhooks.map(worker.receive),
      admin.verify(id),
    ])
    await worker.receiveAll(webhooks)
    await admin.verify(id)
    expect(await subjects(admin)).toEqual([PRO_RECEIPT])
    // Resend would drop a second email with the same key, but only for a day.
    expect((await sendCalls()) - before).toBe(1)
  })

  it("follow each renewal, and show the contract's limit", async () => {
    const { buyer, subscriptionId } = await worker.subscribe('ENTERPRISE')
    await worker.updateOrganization(buyer.organizationId, { contractLimit: 50_000 })
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    const texts = (await inbox(buyer)).map(({ text }) => text)
    expect(texts).toEqual(
      ['10,000', '50,000'].map((limit) => expect.stringContaining(`Plan: Enterprise, ${limit} `)),
    )
  })

  it('do not exist if the write fails', async () => {
    const admin = await worker.buyer()
    await admin.pay()
    await worker.sql`
      create function refuse_payment() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_payment before insert on payment_transactions for each row execute function refuse_payment()`
    await worker.deliverWebhooks()
    expect(await subjects(admin)).toEqual([])
    await worker.sql`drop trigger refuse_payment on payment_transactions; drop function refuse_payment`
    await worker.run()
    expect(await subjects(admin)).toEqual([PRO_RECEIPT])
  })
})

describe('a failed payment', () => {
  it('is reported with the end of the grace period, then the end of the plan', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const member = await worker.colleague(buyer.organizationId)
    await worker.deliverWebhooks(worker.paddle.failRenewal(subscriptionId))
    const failed = await lastEmail(buyer)
    expect(failed?.subject).toBe("We couldn't charge you for your Pro plan")
    const graceEnd = new Date(endOf(await buyer.billing()))
    // A day alone would be over up to a day later, and in America it would begin after the end.
    const end = formatMinute(graceEnd)
    expect(failed?.text).toContain(`Update your payment method by ${end}. Nothing changes until then.`)
    expect(failed?.text).toContain(FREE_TEXT)
    expect(failed?.text).toContain(`Update payment method:\n${billingLink(buyer)}\n`)

    await endGracePeriods(context(new Date(graceEnd.getTime() + 1_000)))
    await endGracePeriods(context(new Date(graceEnd.getTime() + DAY)))
    expect(await subjects(buyer)).toEqual([
      PRO_RECEIPT,
      "We couldn't charge you for your Pro plan",
      "Payment failed: you're now on the Free plan",
    ])
    expect(await subjects(member)).toEqual([])
  })
})

describe('a changed plan', () => {
  it('is reported with both plans, the new limit and who changed it', async () => {
    const { buyer } = await worker.subscribe('PRO')
    const second = await worker.colleague(buyer.organizationId, 'admin')
    await second.manage('change', { plan: 'ENTERPRISE' })
    await worker.deliverWebhooks()
    expect((await subjects(second)).toSorted()).toEqual([
      'Receipt for your Tinproof Enterprise plan',
      'Your plan changed to Enterprise',
    ])
    const changed = (await inbox(buyer)).find(({ subject }) => subject === 'Your plan changed to Enterprise')
    expect(changed?.text).toContain('from Pro to Enterprise.')
    // A zero-width space keeps email clients from making a link of the address.
    expect(changed?.text).toContain(`${second.user.email} changed the plan of`)
    expect(changed?.text).toContain('It now includes 10,000 validations a month.')
  })

  it.each([
    ['the next change finds that', 'manage', 'undo-cancel'],
    ['a job finds that', 'put', '/api/organization/billing-details'],
  ] as const)('is reported without a name if it was changed at Paddle and %s', async (_what, call, path) => {
    const { buyer } = await worker.subscribe('ENTERPRISE')
    const { organizationId } = buyer
    await worker.sql`update subscriptions set plan_id = 'PRO' where organization_id = ${organizationId}`
    const details = { companyName: 'A', country: 'DE', address: 'B', city: 'C', postalCode: '10115' }
    expect((await buyer[call](path, details)).status).toBe(200)
    const [, changed] = await inbox(buyer)
    expect(changed?.subject).toBe('Your plan changed to Enterprise')
    expect(changed?.text.replaceAll('\u200b', '')).not.toContain(buyer.user.email)
    const entries = await worker.sql`select actor_email from audit_entries
      where organization_id = ${organizationId} and event = 'plan.changed' order by id desc limit 1`
    expect(entries).toEqual([{ actor_email: null }])
  })

  it('is reported before and after a downgrade takes effect', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('ENTERPRISE')
    const { body } = await buyer.manage('change', { plan: 'PRO' })
    await worker.deliverWebhooks()
    const end = new Date(body.subscription?.currentPeriodEnd ?? 0)
    const day = end.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const pending = await lastEmail(buyer)
    expect(pending?.subject).toBe(`Your plan changes to Pro on ${day}`)
    expect(pending?.text).toContain(`until ${day}.`)
    expect(pending?.text).toContain(`Keep Enterprise:\n${billingLink(buyer)}\n`)
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    expect(await subjects(buyer)).toHaveLength(4)
    expect(await subjects(buyer)).toContain('Your plan changed to Pro')
  })
})

describe('a cancellation', () => {
  it('is reported with the last day, and again when the plan has ended', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const { body } = await buyer.manage('cancel')
    await buyer.manage('cancel')
    await worker.deliverWebhooks()
    const end = new Date(endOf(body))
    const day = end.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const canceled = await lastEmail(buyer)
    expect(canceled?.subject).toBe(`Your Pro plan ends on ${day}`)
    expect(canceled?.text).toContain(`You can use it until ${day}, and you won't be charged again.`)
    expect(canceled?.text).toContain(`Undo cancellation:\n${billingLink(buyer)}\n`)
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    const ended = await lastEmail(buyer)
    expect(ended?.subject).toBe('Your Pro plan has ended')
    expect(ended?.text).toContain(FREE_TEXT)
    expect(await subjects(buyer)).toEqual([PRO_RECEIPT, canceled?.subject, ended?.subject])
  })

  it('is reported again after it was undone', async () => {
    const { buyer } = await worker.subscribe('PRO')
    await buyer.manage('cancel')
    await buyer.manage('undo-cancel')
    await buyer.manage('cancel')
    expect(await subjects(buyer)).toHaveLength(3)
  })
})

describe('a pause that Paddle made', () => {
  it('is reported once, and nothing when the plan is resumed', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    const paused = await lastEmail(buyer)
    expect(paused?.text).toContain(FREE_TEXT)
    expect(paused?.text).toContain(`View billing:\n${billingLink(buyer)}\n`)
    await buyer.manage('resume')
    await worker.deliverWebhooks()
    expect(await subjects(buyer)).toEqual([PRO_RECEIPT, 'Your Pro plan is paused'])
  })

  it('and then a cancellation name the plan that support has set meanwhile', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.failRenewal(subscriptionId))
    await endGracePeriods(context(new Date(Date.now() + 40 * DAY)))
    await worker.updateOrganization(buyer.organizationId, { tier: 'ENTERPRISE' })
    for (const end of [worker.paddle.pause, worker.paddle.cancel]) {
      await end(subscriptionId)
      await worker.deliverWebhooks()
      expect((await lastEmail(buyer))?.text).toContain(
        'on the Enterprise plan with 10,000 validations a month',
      )
    }
  })
})

describe('refunds', () => {
  it('are reported to the admins, once', async () => {
    const { buyer, transactionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.refund(transactionId))
    await worker.deliverWebhooks()
    const refund = (await inbox(buyer)).filter(({ subject }) => subject === 'We refunded $49.00')
    expect(refund).toHaveLength(1)
    expect(refund[0]?.text).toContain('We refunded $49.00 of your payment of $49.00')
  })

  it('that the bank made after a dispute are reported as such', async () => {
    const { buyer, transactionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.chargeback(transactionId))
    expect((await subjects(buyer)).toSorted()).toEqual([
      PRO_RECEIPT,
      'Your Pro plan has ended',
      'Your bank returned $49.00',
    ])
    const dispute = (await inbox(buyer)).find(({ subject }) => subject === 'Your bank returned $49.00')
    expect(dispute?.text).toContain(`contact us at ${worker.settings.SUPPORT_EMAIL} before you pay again`)
  })

  it('of a former subscription are reported after the customer subscribed again', async () => {
    const { buyer, subscriptionId, transactionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    await worker.buy(buyer, 'PRO')
    await worker.deliverWebhooks(worker.paddle.refund(transactionId))
    expect((await subjects(buyer)).filter((subject) => subject === 'We refunded $49.00')).toHaveLength(1)
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
  })

  it('of a second payment are one email although Paddle refuses to cancel its plan for days', async () => {
    const { buyer: admin } = await worker.subscribe('PRO')
    const buyer = await worker.colleague(admin.organizationId)
    interceptPaddle(({ path }) =>
      path.endsWith('/cancel')
        ? Promise.resolve(paddleError(400, 'subscription_outstanding_pending_refund'))
        : undefined,
    )
    const before = await sendCalls()
    const { subscriptionId } = await worker.buy(buyer)
    for (let day = 0; day < 3; day++) {
      await worker.deliverWebhooks()
      await worker.run()
      expect(await subjects(buyer)).toEqual(['We refunded your second payment'])
    }
    // Resend would drop a second email with the same key, but only for a day.
    expect((await sendCalls()) - before).toBe(1)
    vi.restoreAllMocks()
    await worker.run()
    expect(await worker.atPaddle(subscriptionId)).toMatchObject({ status: 'canceled' })
  })

  it('of a second payment that was made first, and arrived last, are one email to its buyer', async () => {
    const admin = await worker.buyer()
    const buyer = await worker.colleague(admin.organizationId)
    await buyer.pay()
    const webhooks = await worker.paddle.takeWebhooks()
    await worker.buy(admin)
    await worker.receiveAll(webhooks)
    for (let round = 0; round < 2; round++) await worker.deliverWebhooks()
    expect(await subjects(buyer)).toEqual(['We refunded your second payment'])
    expect(await subjects(admin)).toEqual([PRO_RECEIPT])
  })
})

describe('an expiring card', () => {
  /** The card of the fake expires at the end of December 2030. */
  const END = Date.UTC(2031, 0, 1)
  const run = (at: number) => queueCardEmails(context(new Date(at)))
  beforeEach(() => worker.sql`update subscriptions set reminded_card = null, card_last_four = null`)

  it('is reported 30 days before, once', async () => {
    const { buyer } = await worker.subscribe('PRO')
    const member = await worker.colleague(buyer.organizationId)
    expect((await run(END - 30 * DAY - 1_000)).counts).toEqual({ cards: 0 })
    expect((await run(END - 30 * DAY)).counts).toEqual({ cards: 1 })
    expect((await run(END - 10 * DAY)).counts).toEqual({ cards: 0 })
    await expect.poll(async () => (await lastEmail(buyer))?.subject).toBe('Your card expires soon')
    const email = await lastEmail(buyer)
    expect(email?.text).toContain('The Visa card ending in 4242')
    expect(email?.text).toContain('expires at the end of 12/2030')
    expect(await subjects(buyer)).toHaveLength(2)
    expect(await subjects(member)).toEqual([])
  })

  it.each([
    [
      'names the first payment that it cannot make',
      '2031-01-15',
      'The next payment is due on January 15, 2031.',
    ],
    ['does not name a payment that it still makes', '2030-12-31', 'Add a new card before then'],
  ])('%s', async (_what, nextBilledAt, text) => {
    const { buyer } = await worker.subscribe('PRO')
    await worker.sql`update subscriptions set next_billed_at = ${`${nextBilledAt}T12:00:00Z`}::timestamptz
      where organization_id = ${buyer.organizationId}`
    await run(END - 30 * DAY)
    await expect.poll(async () => (await lastEmail(buyer))?.text).toContain(`of 12/2030.\n\n${text}`)
  })

  it('is reported to all admins of all organizations with one insert', async () => {
    const [one, other] = [await worker.subscribe('PRO'), await worker.subscribe('PRO')]
    const second = await worker.colleague(one.buyer.organizationId, 'admin')
    const inserts = await countInserts(worker, 'mails', async () => {
      expect((await run(END - 30 * DAY)).counts).toEqual({ cards: 2 })
    })
    expect(inserts).toBe(1)
    for (const admin of [one.buyer, other.buyer, second]) {
      await expect.poll(async () => (await lastEmail(admin))?.subject).toBe('Your card expires soon')
    }
  })

  it('is reported again for another card', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await run(END - 30 * DAY)
    await worker.deliverWebhooks(worker.paddle.changeCard(subscriptionId))
    await run(END - 29 * DAY)
    await expect.poll(async () => (await lastEmail(buyer))?.text).toContain('The Mastercard ending in 5556')
  })

  it('is not reported for a plan that ends', async () => {
    const { buyer } = await worker.subscribe('PRO')
    await buyer.manage('cancel')
    expect((await run(END)).counts).toEqual({ cards: 0 })
  })
})
