import type { MemberRole } from '#worker/organizations/contract.ts'
import type { Email } from './email.ts'
import { type Letter, normalizeName, render } from './layout.ts'

type To = { key: string; to: string }

const NOT_YOU = 'If that was not you, ignore this mail: nothing happens.'

/** The link lives 24 hours. */
export const verificationEmail = ({ key, to, link }: To & { link: string }): Email =>
  email({ key, to }, 'Verify your e-mail address', {
    before: [['Verify this address to go on with your Tinproof account.']],
    button: { label: 'Verify e-mail address', link },
    after: [
      ['The link works for 24 hours.'],
      [`You get this mail because somebody signed up with this address. ${NOT_YOU}`],
    ],
  })

/** To somebody who signed up again. */
export const accountExistsEmail = (input: To & { signInLink: string; resetLink: string }): Email =>
  email(input, 'You already have a Tinproof account', {
    before: [
      ['Somebody signed up for Tinproof with this address, but it has an account already. Sign in instead.'],
    ],
    button: { label: 'Sign in', link: input.signInLink },
    after: [[{ label: 'Forgot your password? Set a new one', link: input.resetLink }], [NOT_YOU]],
  })

/** The link lives one hour and works once. */
export const passwordResetEmail = ({ key, to, link }: To & { link: string }): Email =>
  email({ key, to }, 'Reset your password', {
    before: [['Choose a new password for your Tinproof account.']],
    button: { label: 'Choose a new password', link },
    after: [
      ['The link works once, for 1 hour.'],
      [
        'You get this mail because somebody asked for it with this address. If that was not you, ignore this mail: your password stays as it is.',
      ],
    ],
  })

export const passwordChangedEmail = (input: To & { resetLink: string; supportEmail: string }): Email =>
  email(input, 'Your password was changed', {
    before: [
      ['The password of your Tinproof account was changed, and all other sessions were ended.'],
      [
        'If that was you, there is nothing to do. If it was not, reset your password now, then tell us at ',
        { label: input.supportEmail, link: `mailto:${input.supportEmail}` },
        '.',
      ],
    ],
    button: { label: 'Reset your password', link: input.resetLink },
    after: [],
  })

type Invitation = To & { organizationName: string; inviterEmail: string; role: MemberRole; link: string }

const roleInWords: Record<MemberRole, string> = {
  admin: 'an admin',
  manager: 'a manager',
  member: 'a member',
  system_admin: 'a platform administrator',
}

/** The link lives 7 days and works once. */
export const invitationEmail = (input: Invitation): Email =>
  email(input, `You are invited to ${normalizeName(input.organizationName)} on Tinproof`, {
    before: [
      [
        `${input.inviterEmail} invites you to join the organization “`,
        { name: input.organizationName },
        `” on Tinproof as ${roleInWords[input.role]}.`,
      ],
    ],
    button: { label: 'Accept the invitation', link: input.link },
    after: [
      ['The link works once, for 7 days.'],
      ['If you do not know the sender, ignore this mail: nothing happens.'],
    ],
  })

function email({ key, to }: To, subject: string, letter: Omit<Letter, 'heading'>): Email {
  return { key, to, subject, ...render({ heading: subject, ...letter }) }
}
