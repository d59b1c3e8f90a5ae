import { Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { countryName } from '#web/lib/country-name.ts'
import { paths } from '#web/paths.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import type { SavedBillingDetails } from '#worker/billing/contract.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import { billingDetailsTexts } from './billing-actions.ts'
import { BillingDetailsDialog } from './billing-details-dialog.tsx'

type BillingDetailsSectionProps = {
  organization: Organization
  details: SavedBillingDetails | null
  vatNumber: string | null | undefined
}

export function BillingDetailsSection({ organization, details, vatNumber }: BillingDetailsSectionProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 sm:flex-1">
        <h3 className="font-medium">Billing details</h3>
        {details ? (
          <address className="mt-1 break-words text-base not-italic">
            {details.companyName}
            <br />
            {details.address}
            <br />
            {[details.city, details.region].filter(Boolean).join(', ')} {details.postalCode}
            <br />
            {countryName(details.country)}
          </address>
        ) : (
          <p className="text-muted text-sm">Add your company and its address. They appear on invoices.</p>
        )}
        <p className="mt-1 text-muted text-sm">
          {vatNumber ? (
            `VAT number: ${vatNumber}.`
          ) : (
            <>
              If your business has a VAT number, set it in{' '}
              <Link to={paths.organization} className="text-accent-text underline underline-offset-2">
                Organization Settings
              </Link>
              .
            </>
          )}{' '}
          {details ? billingDetailsTexts[details.status] : null}
        </p>
      </div>
      {organization.status === 'ACTIVE' ? (
        <DialogButton
          variant="secondary"
          size="sm"
          icon={details ? <Pencil /> : <Plus />}
          dialog={(close) => (
            <BillingDetailsDialog organizationId={organization.id} details={details} onClose={close} />
          )}
        >
          {details ? 'Edit' : 'Add'}
          <span className="sr-only"> Billing Details</span>
        </DialogButton>
      ) : null}
    </div>
  )
}
