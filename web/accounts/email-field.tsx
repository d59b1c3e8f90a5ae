import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & {
  isInvited?: boolean
}

/** Password managers store the password under the `username` field. */
export const EmailField = ({ isInvited = false, ...field }: EmailFieldProps) => (
  <TextField
    label="Email"
    hint={isInvited ? 'Your invitation was sent to this address.' : undefined}
    type="email"
    autoComplete="username"
    verbatim
    placeholder="you@company.com"
    readOnly={isInvited}
    className="read-only:bg-sunken read-only:text-muted"
    {...field}
  />
)
