import { FileX2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ItemPage } from '#web/lib/item-page.tsx'
import { polling } from '#web/lib/polling.ts'
import { useOfOrganization, useOrganization, useUser } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardColumns, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { linkDays, type RecordDetail } from '#worker/records/contract.ts'
import { deleteRecord, recordQuery, shareRecord, stopSharing } from './record-queries.ts'
import { RecordView } from './record-view.tsx'

const SIGNING_MS = 2_000

export function RecordPage({ recordId }: { recordId: string }) {
  const read = useOfOrganization((id) => recordQuery(id, recordId), {
    ...polling,
    refreshInterval: (latest) => (latest && latest.file === null ? SIGNING_MS : 0),
  })
  return (
    <ItemPage
      read={read}
      list={{ path: paths.records, name: 'Records' }}
      failure="Failed to load the record"
      gone={{
        icon: <FileX2 />,
        title: 'Record not found',
        description: 'It was deleted, its retention period has ended, or it belongs to another organization.',
      }}
      loading="Loading the record"
    >
      {(record, organizationId) => (
        <CardColumns>
          <RecordView record={record} as="h2" link={record.link?.url} />
          <div className="space-y-5 print:hidden">
            <LinkCard organizationId={organizationId} record={record} />
            <KeptCard organizationId={organizationId} record={record} />
          </div>
        </CardColumns>
      )}
    </ItemPage>
  )
}

type PartProps = { organizationId: string; record: RecordDetail }

const KEPT = 'kept'
const periods = linkDays.map((days) => ({
  value: days === null ? KEPT : String(days),
  label: days === null ? 'As long as the record is kept' : days === 365 ? 'One year' : `${days} days`,
}))

function LinkCard({ organizationId, record: { id: recordId, link } }: PartProps) {
  const [period, setPeriod] = useState(KEPT)
  const share = () => shareRecord(organizationId, recordId, period === KEPT ? null : Number(period))
  return (
    <Card title="Link" description="Anyone who has the link can see this record without an account.">
      <CardContent className="space-y-4 pt-3">
        {link ? (
          <Field
            label="Link"
            hint={
              <>
                Works until <Time value={link.expiresAt} style="date-time" />.
              </>
            }
          >
            <div className="flex gap-2">
              <Input readOnly mono value={link.url} onFocus={(event) => event.target.select()} />
              <CopyButton text={link.url} label="Copy" variant="secondary" size="md" />
            </div>
          </Field>
        ) : null}
        <Field label="How long it works">
          <Select options={periods} value={period} onValueChange={setPeriod} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant={link ? 'secondary' : 'primary'} action={share} pendingLabel="Saving...">
            {link ? 'Change' : 'Create Link'}
          </Button>
          {link ? (
            <ConfirmButton
              variant="secondary"
              className="text-invalid"
              question={{
                title: 'Remove Link',
                description:
                  'The link stops working immediately. The record is kept, and you can create a new link.',
                confirmLabel: 'Remove Link',
                onConfirm: () => stopSharing(organizationId, recordId),
              }}
            >
              Remove Link
            </ConfirmButton>
          ) : null}
        </div>
      </CardContent>
    </Card>
  )
}

function KeptCard({ organizationId, record: { id: recordId, createdBy, expiresAt } }: PartProps) {
  const navigate = useNavigate()
  const { data: organization } = useOrganization()
  const { data: user } = useUser()
  const isOwn = createdBy !== null && createdBy === user?.email
  const canDelete = isOwn || (organization !== undefined && permissionsIn(organization).manageTokens)
  return (
    <Card title="Retention">
      <CardContent className="space-y-4 pt-2">
        <p className="text-muted text-sm">
          Kept until <Time value={expiresAt} style="date-time" />. Then it is deleted.
        </p>
        {canDelete ? (
          <ConfirmButton
            variant="secondary"
            className="text-invalid"
            icon={<Trash2 />}
            question={{
              title: 'Delete Record',
              description:
                "The record and its link are deleted immediately and can't be restored. Exports say that a record with this number was deleted, but not what it contained.",
              confirmLabel: 'Delete Record',
              onConfirm: async () => {
                if (await deleteRecord(organizationId, recordId))
                  void navigate(paths.records, { replace: true })
              },
            }}
          >
            Delete Record
          </ConfirmButton>
        ) : null}
      </CardContent>
    </Card>
  )
}
