import type { MemberRole } from '#worker/membership/constants.ts'
import type { Email } from '#worker/services/resend.ts'
import { composeEmail, formatDay, formatMinute, type Piece, paragraph, type To } from './layout.ts'

const IGNORE = "If you didn't request this, you can ignore this email."
const NOT_YOU = "If this wasn't you, you can ignore this email."

export const verificationEmail = ({ key, to, link }: To & { link: string }): Email =>
  composeEmail({ key, to }, 'Verify your email address', {
    before: ['Thanks for signing up for Tinproof. To finish, verify that this email address is yours.'],
    button: { label: 'Verify email address', link },
    after: ['This link expires in 24 hours.', NOT_YOU],
  })

export const accountExistsEmail = (input: To & { signInLink: string; resetLink: string }): Email =>
  composeEmail(input, 'You already have a Tinproof account', {
    before: [
      'Someone tried to sign up for Tinproof with this address, which already has an account. Sign in to it instead.',
    ],
    button: { label: 'Sign in', link: input.signInLink },
    after: [[{ label: 'Forgot your password? Reset it', link: input.resetLink }], NOT_YOU],
  })

export const passwordResetEmail = ({ key, to, link }: To & { link: string }): Email =>
  composeEmail({ key, to }, 'Reset your password', {
    before: ['We received a request to reset the password for your Tinproof account.'],
    button: { label: 'Reset password', link },
    after: ['This link expires in 1 hour and can be used once.', `${IGNORE} Your password won't change.`],
  })

const securityEvents = {
  'two-factor-enabled': {
    subject: 'Two-factor sign-in is on',
    text: 'Two-factor sign-in was turned on for your Tinproof account, and you were signed out everywhere else.',
  },
  'two-factor-disabled': {
    subject: 'Two-factor sign-in is off',
    text: 'Two-factor sign-in was turned off for your Tinproof account. You no longer need a code to sign in.',
  },
  'two-factor-codes-replaced': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were created for your Tinproof account. The old ones no longer work.',
  },
  'two-factor-code-used': {
    subject: 'A recovery code was used',
    text: 'Someone used a recovery code of your Tinproof account to sign in or to confirm a change. That code no longer works. You can see how many are left, and create new ones, in your profile.',
  },
  'two-factor-reset': {
    subject: 'Two-factor sign-in was reset',
    text: 'Our support team turned off two-factor sign-in for your Tinproof account, and you were signed out everywhere. You can turn it back on in your profile.',
    expected: "If you asked us for this, you don't need to do anything else. If you didn't,",
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password for your Tinproof account was changed, and you were signed out everywhere else.',
  },
  'google-linked': {
    subject: 'Google sign-in was added',
    text: 'You can now sign in to your Tinproof account with Google.',
  },
}
export type SecurityEvent = keyof typeof securityEvents
type Notice = { subject: string; text: string; expected?: string }

type SecurityNotice = To & { resetLink: string; supportEmail: string }

const YOURS = "If this was you, you don't need to do anything. If it wasn't,"

export function securityEmail({ event, ...input }: SecurityNotice & { event: SecurityEvent }): Email {
  const { subject, text, expected }: Notice = securityEvents[event]
  const { resetLink, supportEmail } = input
  return composeEmail(input, subject, {
    before: [
      text,
      paragraph`${expected ?? YOURS} reset your password now and contact us at ${{ label: supportEmail, link: `mailto:${supportEmail}` }}.`,
    ],
    button: { label: 'Reset password', link: resetLink },
    after: [],
  })
}

type NewDevice = SecurityNotice & {
  device: string
  place: string | null
  at: Date
  sessionsLink: string
}

export const newDeviceEmail = (input: NewDevice): Email =>
  composeEmail(input, 'New sign-in to your account', {
    before: [
      "Someone signed in to your Tinproof account with a browser that we don't recognize. If this was you, you don't need to do anything.",
    ],
    facts: [
      ['Device', input.device],
      ['Place', { name: input.place ?? 'unknown' }],
      ['Time', formatMinute(input.at)],
    ],
    button: { label: 'Review sessions', link: input.sessionsLink },
    after: [
      paragraph`If it wasn't you, reset your password now to sign out every browser, and contact us at ${{ label: input.supportEmail, link: `mailto:${input.supportEmail}` }}.`,
      [{ label: 'Reset password', link: input.resetLink }],
    ],
  })

type Invitation = To & { organizationName: string; inviterEmail: string; role: MemberRole; link: string }

const roleNames: Record<MemberRole, string> = {
  admin: 'an admin',
  manager: 'a manager',
  member: 'a member',
  system_admin: 'a platform administrator',
}

export const invitationEmail = (input: Invitation): Email =>
  composeEmail(input, "You're invited to join an organization on Tinproof", {
    before: [
      paragraph`${input.inviterEmail} invited you to join the organization “${{ name: input.organizationName }}” on Tinproof as ${roleNames[input.role]}.`,
    ],
    button: { label: 'Accept invitation', link: input.link },
    after: [
      'This invitation expires in 7 days and can be used once.',
      "If you don't know the sender, you can ignore this email.",
    ],
  })

const URGENT = "If this wasn't you, contact us right away."

type EmailChange = To & { newEmail: string; supportEmail: string }

export const confirmEmailChangeEmail = (input: EmailChange & { link: string }): Email =>
  composeEmail(input, 'Approve your new email address', {
    before: [
      paragraph`You asked to change the email address of your Tinproof account to ${input.newEmail}. Confirm it here and in the email that we sent to the new address.`,
    ],
    button: { label: 'Review change', link: input.link },
    after: [
      'This link expires in 24 hours.',
      paragraph`If this wasn't you, don't confirm. Someone may know your password, so change it and contact us at ${{ label: input.supportEmail, link: `mailto:${input.supportEmail}` }}.`,
    ],
  })

export const confirmNewEmailEmail = (input: To & { link: string }): Email =>
  composeEmail(input, 'Confirm your new email address', {
    before: ["You asked to use this address for your Tinproof account. Confirm that it's yours."],
    button: { label: 'Review change', link: input.link },
    after: ['This link expires in 24 hours.', IGNORE],
  })

export const addressInUseEmail = (input: To & { signInLink: string }): Email =>
  composeEmail(input, 'You already have a Tinproof account', {
    before: [
      'Someone tried to use this address for another Tinproof account. Nothing has changed, because an address can have only one account.',
    ],
    button: { label: 'Sign in', link: input.signInLink },
    after: [NOT_YOU],
  })

export const emailChangedEmail = (input: EmailChange): Email =>
  composeEmail(input, 'Your email address was changed', {
    before: [
      paragraph`You now sign in to Tinproof with ${input.newEmail}. You were signed out everywhere else.`,
      URGENT,
    ],
    button: { label: 'Contact support', link: `mailto:${input.supportEmail}` },
    after: [],
  })

export const accountDeletedEmail = (input: To & { supportEmail: string }): Email =>
  composeEmail(input, 'Your account was deleted', {
    before: [
      "Your Tinproof account was deleted. Organizations in which you were the only member no longer work, and their data will be deleted in 7 days. Their paid plans aren't renewed.",
      URGENT,
    ],
    button: { label: 'Contact support', link: `mailto:${input.supportEmail}` },
    after: [],
  })

type OrganizationDeletion = To & {
  organizationName: string
  deletedBy: string
  /** Null for Free. */
  plan: string | null
  days: number
  link: string
}

export const organizationDeletionEmail = (input: OrganizationDeletion): Email =>
  composeEmail(input, 'Your organization was deleted', {
    before: [
      paragraph`${input.deletedBy} deleted “${{ name: input.organizationName }}” on Tinproof. Its API tokens no longer work.`,
      `For ${input.days} days, any admin can restore the organization or download its data. After that, we delete the data for good.`,
      ...(input.plan === null
        ? []
        : [`The ${input.plan} plan isn't renewed unless an admin restores the organization.`]),
    ],
    button: { label: 'Open organization', link: input.link },
    after: [],
  })

type TwoFactorRequired = To & { organizationName: string; end: Date; origin: string; isReminder?: boolean }

export const twoFactorRequiredEmail = (input: TwoFactorRequired): Email =>
  composeEmail(
    input,
    input.isReminder ? 'One day left to turn on two-factor sign-in' : 'Turn on two-factor sign-in',
    {
      before: [
        paragraph`“${{ name: input.organizationName }}” on Tinproof requires two-factor sign-in. Turn it on by ${formatMinute(input.end)}. After that, you can't use this organization until it's on.`,
      ],
      button: { label: 'Set up two-factor sign-in', link: `${input.origin}/profile?tab=security` },
      after: ["You need an authenticator app on your phone. API tokens aren't affected."],
    },
  )

type MemberLeft = To & {
  organizationName: string
  memberEmail: string
  tokens: readonly string[]
  projects: readonly string[]
  end: Date
  tokensLink: string
  projectsLink: string
}

/** Names beyond these are on the screens. */
const MAX_NAMES = 20

const listed = (names: readonly string[]): Piece[] =>
  names.flatMap((name, at): Piece[] =>
    at < MAX_NAMES
      ? [at > 0 ? ', “' : '“', { name }, '”']
      : at === MAX_NAMES
        ? [` and ${names.length - at} more`]
        : [],
  )

export const memberLeftEmail = (input: MemberLeft): Email => {
  const { tokens, projects, memberEmail, organizationName } = input
  const end = formatDay(input.end)
  const keys = tokens.length > 0 ? 'API tokens' : 'project keys'
  return composeEmail(input, `Keep or revoke the ${keys} of a member who left`, {
    before: [
      paragraph`${memberEmail} left “${{ name: organizationName }}” on Tinproof. They may still know the ${keys} they created, so these stop working on ${end} at the latest.`,
      ...(tokens.length > 0
        ? [['API tokens: ', ...listed(tokens), '. To keep one, open API Tokens and select Keep Token.']]
        : []),
      ...(projects.length > 0
        ? [
            [
              'Project keys: ',
              ...listed(projects),
              '. To keep a project working, open Projects under Organization and select Create new key.',
            ],
          ]
        : []),
    ],
    button:
      tokens.length > 0
        ? { label: 'Review API tokens', link: input.tokensLink }
        : { label: 'Review projects', link: input.projectsLink },
    after: [],
  })
}
