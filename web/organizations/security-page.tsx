import { Link } from 'react-router'
import { useMembers } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { type Organization, rolePermissions } from '#worker/organizations/contract.ts'
import { OrganizationTab } from './organization-tab.tsx'
import { TwoFactorRule } from './two-factor-rule.tsx'

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
    return `${members.filter(({ hasTwoFactor }) => hasTwoFactor).length} of ${members.length} use it`
  }
  return <Definition term="Members">{count()}</Definition>
}
