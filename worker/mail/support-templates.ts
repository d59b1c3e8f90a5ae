import { type Tier, tierNames } from '#worker/membership/constants.ts'
import type { Email } from '#worker/services/resend.ts'
import { composeEmail, type EmailBody, paragraph, type To, toOneLine } from './layout.ts'

type About = To & { replyTo: string; reference: string; subject: string; link: string }

export type Writer = {
  id: number
  email: string
  organization: { id: string; name: string; tier: Tier } | null
}

type NewRequest = About & {
  writer: Writer
  category: string
  priority: string
  message: string
}

export const supportRequestEmail = (input: NewRequest): Email =>
  supportEmail(input, {
    heading: 'New support request',
    before: [],
    facts: [
      ['Reference', input.reference],
      ['Subject', { name: input.subject }],
      ['Category', input.category],
      ['Priority', input.priority],
      ...factsOf(input.writer),
    ],
    quote: input.message,
    button: { label: 'Open request', link: input.link },
    after: ['If you reply to this email, your answer goes to the customer but is not saved in the request.'],
  })

const factsOf = ({ id, email, organization }: Writer): EmailBody['facts'] & object => [
  ['Email', email],
  ['User ID', String(id)],
  ...(organization
    ? ([
        ['Organization', { name: organization.name }],
        ['Organization ID', organization.id],
        ['Plan', tierNames[organization.tier]],
      ] as const)
    : ([['Organization', 'None']] as const)),
]

export const supportReceivedEmail = (input: About): Email =>
  supportEmail(input, {
    heading: 'We received your request',
    before: ["Thanks for writing. We'll get back to you soon, usually within 24 hours on business days."],
    facts: [
      ['Reference', input.reference],
      ['Subject', { name: input.subject }],
    ],
    button: { label: 'View request', link: input.link },
    after: ['To add something, reply to this email or open the request.'],
  })

type Reply = About & { message: string }

export const supportReplyEmail = (input: Reply): Email =>
  supportEmail(input, {
    heading: 'New reply from a customer',
    before: [],
    facts: [
      ['Reference', input.reference],
      ['Email', input.replyTo],
    ],
    quote: input.message,
    button: { label: 'Open request', link: input.link },
    after: [],
  })

export const supportAnswerEmail = (input: About & { message: string }): Email =>
  supportEmail(input, {
    heading: 'We answered your request',
    before: [paragraph`Here is our answer to “${{ name: input.subject }}”.`],
    quote: input.message,
    button: { label: 'View request', link: input.link },
    after: ['To answer, reply to this email or open the request.'],
  })

/** The reference is in the subject line, so that replies can be assigned. */
const supportEmail = ({ key, to, replyTo, reference, subject }: About, body: EmailBody): Email => ({
  ...composeEmail({ key, to }, `[${reference}] ${toOneLine(subject)}`, body),
  replyTo,
})
