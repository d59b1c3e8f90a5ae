import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  createOrganizationSchema,
  MAX_ORGANIZATION_NAME_LENGTH,
  type Organization,
  type OrganizationDetail,
  tierNames,
} from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { renameOrganization } from './settings-actions.ts'
import { VatNumber } from './vat-number.tsx'

type SettingsCardProps = { organization: Organization; detail: OrganizationDetail | undefined }

export function SettingsCard({ organization, detail }: SettingsCardProps) {
  const { id, name, tier, createdAt } = organization
  return (
    <Card title="Organization Settings" description="Include the ID when you contact support.">
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Name">
            <EditRow
              canEdit={permissionsIn(organization).editSettings}
              action="Rename"
              dialog={(close) => <RenameDialog organizationId={id} name={name} onClose={close} />}
            >
              <span className="min-w-0 break-words">{name}</span>
            </EditRow>
          </Definition>
          <Definition term="VAT number">
            <VatNumber organization={detail} />
          </Definition>
          <Definition term="Organization ID">
            <div className="flex min-h-8 items-center gap-1 @sm:-my-[5px] pointer-coarse:min-h-11">
              <span className="break-all font-mono text-sm">{id}</span>
              <CopyButton text={id} label="Copy organization ID" className="pointer-coarse:size-11" />
            </div>
          </Definition>
          <Definition term="Plan">
            <Badge tone={tier === 'FREE' ? 'neutral' : 'accent'}>{tierNames[tier]}</Badge>
          </Definition>
          <Definition term="Created">
            <Time value={createdAt} />
          </Definition>
        </Definitions>
      </CardContent>
    </Card>
  )
}

type RenameDialogProps = { organizationId: string; name: string; onClose: () => void }

function RenameDialog({ organizationId, name: current, onClose }: RenameDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: createOrganizationSchema,
    defaultValues: { name: current },
    save: async ({ name }) => {
      onClose()
      if (name !== current) void renameOrganization(organizationId, name)
    },
  })
  return (
    <FormDialog
      title="Rename Organization"
      description="Everyone in the organization sees the new name. Its ID and API tokens don't change."
      submitLabel="Save"
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Organization name"
        {...field('name')}
        autoComplete="off"
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}
