import { Link } from 'react-router'
import * as z from 'zod'
import { api, inBody } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { refreshOrganization, useMembers } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { paths } from '#web/paths.ts'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Organization, rolePermissions, TWO_FACTOR_GRACE_DAYS } from '#worker/organizations/contract.ts'
import { OrganizationTab } from './organization-tab.tsx'
import { permissionsIn } from './permissions.ts'

export function SecurityPage() {
  return <OrganizationTab>{(organization) => <SecurityCard organization={organization} />}</OrganizationTab>
}

function SecurityCard({ organization }: { organization: Organization }) {
  return (
    <Card
      title="Security"
      description="Sign-in rules for everyone in the organization."
      className="max-w-3xl"
    >
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Two-factor sign-in">
            <TwoFactorRule organization={organization} />
          </Definition>
          {rolePermissions[organization.role].editSettings ? <MembersRow /> : null}
          <Definition term="Your account">
            <Link to={paths.security} className={cardLinkClass}>
              Password, two-factor sign-in and sessions
            </Link>
          </Definition>
          <Definition term="API tokens">
            <Link to={paths.tokens} className={cardLinkClass}>
              Permissions, expiration and allowed IP addresses
            </Link>
          </Definition>
        </Definitions>
      </CardContent>
    </Card>
  )
}

/** Only admins learn who uses it. */
function MembersRow() {
  const { data: members, error } = useMembers()
  const count = () => {
    if (error) return "Didn't load"
    if (!members?.some(({ hasTwoFactor }) => hasTwoFactor !== undefined)) return '\u00a0'
    const { length } = members.filter(({ hasTwoFactor }) => hasTwoFactor)
    return `On for ${formatNumber(length)} of ${formatNumber(members.length)}`
  }
  return <Definition term="Members">{count()}</Definition>
}

function TwoFactorRule({ organization }: { organization: Organization }) {
  const isRequired = organization.twoFactorRequiredAt !== null
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      action="Edit"
      label="Edit two-factor requirement"
      dialog={(close) => <RuleDialog id={organization.id} isRequired={isRequired} onClose={close} />}
    >
      <span>{isRequired ? 'Required for all members' : 'Not required'}</span>
    </EditRow>
  )
}

type RuleDialogProps = { id: string; isRequired: boolean; onClose: () => void }

function RuleDialog({ id, isRequired, onClose }: RuleDialogProps) {
  const { dialog } = useDialogForm({
    schema: z.object({}),
    defaultValues: {},
    failure: 'Organization update failed',
    save: async () => {
      const required = !isRequired
      if (!(await confirmed(() => api.organization['two-factor'].$put(inBody(id, { required }))))) return
      toast.success('Organization updated', {
        description: required ? 'All members need two-factor sign-in.' : 'Two-factor sign-in is optional.',
      })
      onClose()
      await refreshOrganization(id)
    },
  })
  return (
    <FormDialog
      title={isRequired ? 'Make two-factor sign-in optional' : 'Require two-factor sign-in'}
      description={
        isRequired
          ? 'Members can then turn it off and sign in without it.'
          : `Members have ${TWO_FACTOR_GRACE_DAYS} days to turn it on. After that, they can't use this organization until it's on. API tokens aren't affected.`
      }
      submitLabel={isRequired ? 'Make Optional' : 'Require'}
      {...dialog}
      onClose={onClose}
    >
      {isRequired ? null : <Missing />}
    </FormDialog>
  )
}

function Missing() {
  const { data: members } = useMembers()
  if (!members) return null
  const missing = members.filter(({ hasTwoFactor }) => !hasTwoFactor)
  if (missing.length === 0) return <p className="text-muted text-sm">All members already use it.</p>
  return (
    <div className="rounded-md border p-3 text-sm">
      <p>{formatCount(missing.length, 'member')} will get an email, because they don't use it yet:</p>
      <ul className="mt-2 max-h-40 list-disc space-y-0.5 overflow-y-auto pl-5">
        {missing.map(({ id, email }) => (
          <li key={id} className="wrap-anywhere">
            {email}
          </li>
        ))}
      </ul>
    </div>
  )
}
