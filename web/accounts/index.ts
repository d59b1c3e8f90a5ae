export { ConfirmationHost } from './confirmation-host.tsx'
export { LinkFailed, LinkLoading, LinkStep } from './link-page.tsx'
export { TwoFactorReminder } from './two-factor-reminder.tsx'
