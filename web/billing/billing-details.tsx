import { Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type * as z from 'zod'
import { countryName } from '#web/lib/country-name.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { paths } from '#web/paths.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  type BillingDetails,
  billingCountries,
  billingDetailsSchema,
  countriesWithoutPostalCode,
  countriesWithRegion,
  MAX_ADDRESS_LENGTH,
  MAX_COMPANY_NAME_LENGTH,
  type SavedBillingDetails,
} from '#worker/billing/contract.ts'
import type { Organization } from '#worker/organizations/contract.ts'
import { billingDetailsTexts, saveBillingDetails } from './billing-actions.ts'

type BillingDetailsSectionProps = {
  organization: Organization
  details: SavedBillingDetails | null
}

export function BillingDetailsSection({ organization, details }: BillingDetailsSectionProps) {
  const { data: shown, isLoading } = useOrganization()
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
          {isLoading ? <Skeleton className="my-1 h-3 w-64" /> : null}
          {shown?.vatNumber ? `VAT number: ${shown.vatNumber}.` : null}
          {shown && !shown.vatNumber ? (
            <>
              If your business has a VAT number, set it in{' '}
              <Link to={paths.organization} className="text-accent-text underline underline-offset-2">
                Organization Settings
              </Link>
              .
            </>
          ) : null}{' '}
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

type Fields = z.input<typeof billingDetailsSchema>

/** An empty field is left out, because some countries have no regions or postal codes. */
const presentText = (value: string) => (value.trim() === '' ? undefined : value)

type BillingDetailsDialogProps = {
  organizationId: string
  details: BillingDetails | null
  onClose: () => void
}

function BillingDetailsDialog({ organizationId, details, onClose }: BillingDetailsDialogProps) {
  const { form, errors, choice, dialog } = useDialogForm<Fields, BillingDetails>({
    schema: billingDetailsSchema,
    defaultValues: details ?? {},
    draft: 'billing details 1',
    failure: 'Failed to save billing details',
    save: async (fields) => {
      await saveBillingDetails(organizationId, fields)
      onClose()
    },
  })
  const country = form.watch('country') ?? ''
  const text = (
    name: Exclude<keyof Fields, 'country'>,
    label: string,
    autoComplete: string,
    { max = MAX_ADDRESS_LENGTH, optional = false } = {},
  ) => (
    <TextField
      label={label}
      optional={optional}
      error={errors[name]?.message}
      {...form.register(name, { setValueAs: presentText })}
      autoComplete={autoComplete}
      maxLength={max}
    />
  )
  return (
    <FormDialog
      title="Billing Details"
      description="They appear on your next invoice."
      {...dialog}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {text('companyName', 'Company name', 'organization', { max: MAX_COMPANY_NAME_LENGTH })}
        <Field label="Country" error={errors.country?.message}>
          <Combobox
            options={countryOptions}
            {...choice('country')}
            placeholder="Select a country"
            searchPlaceholder="Search country or code..."
            emptyText="No country matches."
          />
        </Field>
        {text('address', 'Address', 'street-address')}
        <div className="grid gap-4 sm:grid-cols-2">
          {text('city', 'City', 'address-level2')}
          {text('postalCode', 'Postal code', 'postal-code', {
            max: 20,
            optional: countriesWithoutPostalCode.has(country),
          })}
        </div>
        {text('region', 'State or province', 'address-level1', {
          optional: !countriesWithRegion.has(country),
        })}
      </div>
    </FormDialog>
  )
}

const countryOptions = [...billingCountries]
  .map((code) => ({ value: code, code, label: countryName(code) }))
  .sort((left, right) => left.label.localeCompare(right.label, 'en-US'))
