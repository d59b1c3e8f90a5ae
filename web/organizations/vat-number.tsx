import { Plus } from 'lucide-react'
import { useState } from 'react'
import { EditRow, EditRowLoading } from '#web/ui/edit-row.tsx'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeVatNumber } from './settings-actions.ts'
import { VatNumberDialog, type VatNumberDraft } from './vat-number-dialog.tsx'

export function VatNumber({ organization }: { organization: OrganizationDetail | undefined }) {
  const [draft, setDraft] = useState<VatNumberDraft>()
  const save = async ({ id, vatNumber: current }: OrganizationDetail, vatNumber: string | null) => {
    setDraft(undefined)
    if (vatNumber === current) return
    const problem = await changeVatNumber(id, vatNumber)
    // Reopens the dialog with the text to correct.
    if (problem) setDraft({ text: vatNumber ?? '', problem })
  }
  if (!organization) return <EditRowLoading width="w-28" />
  const { vatNumber } = organization
  return (
    <>
      <EditRow
        canEdit={permissionsIn(organization).editSettings}
        icon={vatNumber ? undefined : <Plus aria-hidden />}
        action={vatNumber ? 'Edit' : 'Add'}
        label={vatNumber ? 'Edit VAT number' : 'Add VAT number'}
        onEdit={() => setDraft({ text: vatNumber ?? '', problem: undefined })}
      >
        {vatNumber ? (
          <span className="min-w-0 break-all font-mono text-sm">{vatNumber}</span>
        ) : (
          <span className="text-faint">Not set</span>
        )}
      </EditRow>
      {draft ? (
        <VatNumberDialog
          draft={draft}
          isSet={vatNumber !== null}
          onDraft={setDraft}
          onSave={(changed) => void save(organization, changed)}
          onClose={() => setDraft(undefined)}
        />
      ) : null}
    </>
  )
}
