import { Plus } from 'lucide-react'
import * as z from 'zod'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  createOrganizationSchema,
  MAX_ORGANIZATION_NAME_LENGTH,
  type Organization,
  type OrganizationDetail,
  tierNames,
  VAT_NUMBER_EXPECTED,
} from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { attemptIn, refreshAfterRefusal } from './report-failure.ts'
import { changeVatNumber, FAILURE, renameOrganization } from './settings-actions.ts'

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

function VatNumber({ organization }: { organization: OrganizationDetail | undefined }) {
  if (!organization) return <EditRowLoading width="w-28" />
  const { vatNumber } = organization
  return (
    <EditRow
      canEdit={permissionsIn(organization).editSettings}
      icon={vatNumber ? undefined : <Plus />}
      action={vatNumber ? 'Edit' : 'Add'}
      label={vatNumber ? 'Edit VAT number' : 'Add VAT number'}
      dialog={(close) => <VatNumberDialog organization={organization} onClose={close} />}
    >
      {vatNumber ? (
        <span className="min-w-0 break-all font-mono text-sm">{vatNumber}</span>
      ) : (
        <span className="text-faint">Not set</span>
      )}
    </EditRow>
  )
}

const schema = z.object({ vatNumber: z.string().trim().min(1, VAT_NUMBER_EXPECTED) })

type VatNumberDialogProps = { organization: OrganizationDetail; onClose: () => void }

function VatNumberDialog({ organization: { id, vatNumber: current }, onClose }: VatNumberDialogProps) {
  const save = async (vatNumber: string | null) => {
    if (vatNumber !== current) await changeVatNumber(id, vatNumber)
    onClose()
  }
  const { field, dialog } = useDialogForm({
    schema,
    defaultValues: { vatNumber: current ?? '' },
    failure: FAILURE,
    save: async ({ vatNumber }) => {
      try {
        await save(vatNumber)
      } catch (error) {
        await refreshAfterRefusal(error, id)
        throw error
      }
    },
  })
  return (
    <FormDialog
      title="VAT Number"
      description="We include an EU number in requests to VIES and a UK number in requests to HM Revenue & Customs. Each response then includes a consultation number, which proves to tax offices that you checked the number."
      submitLabel="Save"
      pendingLabel="Saving..."
      extraAction={
        current ? (
          <Button
            variant="ghost"
            className="sm:mr-auto"
            action={() => attemptIn(id, FAILURE, () => save(null))}
          >
            Remove
          </Button>
        ) : null
      }
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="Your VAT number"
        hint="Include the country code, for example DE136695976."
        {...field('vatNumber')}
        mono
        maxLength={40}
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
