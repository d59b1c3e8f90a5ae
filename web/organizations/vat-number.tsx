import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { permissionsIn } from './permissions.ts'
import { changeVatNumber } from './settings-actions.ts'
import { VatNumberDialog, type VatNumberDraft } from './vat-number-dialog.tsx'

export function VatNumber({ organization }: { organization: OrganizationDetail | undefined }) {
  const [draft, setDraft] = useState<VatNumberDraft>()
  const focus = useFocusReturn()
  const close = () => {
    setDraft(undefined)
    focus.restore()
  }
  const save = async ({ id, vatNumber: current }: OrganizationDetail, vatNumber: string | null) => {
    close()
    if (vatNumber === current) return
    const problem = await changeVatNumber(id, vatNumber)
    // Reopens the dialog with the text to correct.
    if (problem) setDraft({ text: vatNumber ?? '', problem })
  }
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 @sm:-my-[5px] pointer-coarse:min-h-11">
      {organization ? (
        <>
          {organization.vatNumber ? (
            <span className="min-w-0 break-all font-mono text-sm">{organization.vatNumber}</span>
          ) : (
            <span className="text-faint">Not set</span>
          )}
          {permissionsIn(organization).editSettings ? (
            <Button
              variant="secondary"
              size="sm"
              className="pointer-coarse:h-11"
              icon={organization.vatNumber ? <Pencil aria-hidden /> : <Plus aria-hidden />}
              aria-label={organization.vatNumber ? 'Edit VAT number' : 'Add VAT number'}
              onClick={() => {
                focus.capture()
                setDraft({ text: organization.vatNumber ?? '', problem: undefined })
              }}
            >
              {organization.vatNumber ? 'Edit' : 'Add'}
            </Button>
          ) : null}
        </>
      ) : (
        <Skeleton className="my-1 h-3.5 w-28" />
      )}
      {organization && draft ? (
        <VatNumberDialog
          draft={draft}
          isSet={organization.vatNumber !== null}
          onDraft={setDraft}
          onSave={(vatNumber) => void save(organization, vatNumber)}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
