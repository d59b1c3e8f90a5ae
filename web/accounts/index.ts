export { ConfirmationHost } from './confirmation-host.tsx'
export { TwoFactorReminder } from './two-factor-reminder.tsx'
