import { formatCount, formatMoney, formatNumber } from '#web/lib/format.ts'
import { COUNTRIES, plans, REGISTERS } from '#web/lib/plans.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Table, TableCell } from '#web/ui/table.tsx'
import { concurrentBatchLimits, MAX_ROWS } from '#worker/batches/contract.ts'
import { monitorLimits } from '#worker/monitors/contract.ts'
import { batchRetention, monthlyLimits, recordYears, type Tier } from '#worker/organizations/contract.ts'
import { endpointLimits } from '#worker/webhooks/contract.ts'

const perThousand = (price: number, tier: Tier) =>
  price === 0 ? 'Free' : formatMoney(String((price * 1000) / monthlyLimits[tier]), 'USD')

const rows: readonly { name: string; valueIn: (tier: Tier, price: number) => string }[] = [
  { name: 'Validations a month', valueIn: (tier) => formatNumber(monthlyLimits[tier]) },
  { name: 'Price per 1,000 validations', valueIn: (tier, price) => perThousand(price, tier) },
  { name: 'Countries and territories', valueIn: () => String(COUNTRIES) },
  { name: 'Official registers', valueIn: () => String(REGISTERS) },
  { name: 'Rows in a batch', valueIn: () => `Up to ${formatNumber(MAX_ROWS)}` },
  { name: 'Batches at the same time', valueIn: (tier) => formatNumber(concurrentBatchLimits[tier]) },
  { name: 'Team members', valueIn: () => 'No limit' },
  { name: 'Monitored tax IDs', valueIn: (tier) => formatNumber(monitorLimits[tier]) },
  { name: 'Webhook endpoints', valueIn: (tier) => formatNumber(endpointLimits[tier]) },
  { name: 'Batch results kept', valueIn: () => `Up to ${batchRetention.max} days` },
  { name: 'Records kept', valueIn: (tier) => `Up to ${formatCount(recordYears[tier], 'year')}` },
]

export function PlanComparison() {
  return (
    <Card title="Compare Plans" className="mt-5">
      <CardContent className="px-0 pt-2 pb-2">
        <Table
          caption="Plans by feature"
          heads={[
            [
              <span key="feature" className="sr-only">
                Feature
              </span>,
            ],
            ...plans.map(({ name }) => name),
          ]}
          takesFocus
          className="max-sm:text-sm max-sm:[&_:is(td,th)]:px-2"
        >
          {rows.map(({ name, valueIn }) => (
            <tr key={name}>
              <th scope="row" className="px-3 py-2.5 text-left font-normal text-muted sm:pl-5">
                {name}
              </th>
              {plans.map(({ tier, price }) => (
                <TableCell key={tier} className="tabular">
                  {valueIn(tier, price)}
                </TableCell>
              ))}
            </tr>
          ))}
        </Table>
      </CardContent>
    </Card>
  )
}

const questions = [
  {
    question: 'What counts as a validation?',
    answer:
      'Each tax ID that gets a result, from the API, a batch or the dashboard, whether it is valid or not. Failed requests and test tokens are free.',
  },
  {
    question: 'What happens when the quota is used up?',
    answer:
      'Validations are refused until the 1st of the next month (UTC), or until you upgrade. We never charge more than the price of your plan.',
  },
  {
    question: 'Do you ask an official register for every country?',
    answer: `No. ${REGISTERS} registers are connected. Elsewhere we check format and check digits, and the result says so: Format only. If a register is down, the result is Unconfirmed.`,
  },
  {
    question: 'Can we change or cancel a plan?',
    answer:
      'Yes, an admin can at any time. You get an upgrade immediately and pay the difference. A downgrade or a cancellation takes effect at the end of the period you paid for.',
  },
  {
    question: 'Do you store the tax IDs that we check?',
    answer:
      "A single check isn't stored with its number. Batches, monitored numbers and records are stored encrypted, expire, and can be deleted at any time.",
  },
] as const

export function PlanQuestions() {
  return (
    <Card title="Questions" className="mt-5">
      <CardContent className="grid gap-x-8 gap-y-4 pt-3 lg:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <h3 className="font-medium">{question}</h3>
            <p className="mt-0.5 text-pretty text-muted">{answer}</p>
          </div>
        ))}
      </CardContent>
    </Card>
  )
}
