import type * as z from 'zod'
import { countryName } from '#web/lib/country-name.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  type BillingDetails,
  billingCountries,
  billingDetailsSchema,
  countriesWithoutPostalCode,
  countriesWithRegion,
  MAX_ADDRESS_LENGTH,
  MAX_COMPANY_NAME_LENGTH,
} from '#worker/billing/contract.ts'
import { saveBillingDetails } from './billing-actions.ts'

type Fields = z.input<typeof billingDetailsSchema>

/** An empty field is left out, because some countries have no regions or postal codes. */
const presentText = (value: string) => (value.trim() === '' ? undefined : value)

type BillingDetailsDialogProps = {
  organizationId: string
  details: BillingDetails | null
  onClose: () => void
}

export function BillingDetailsDialog({ organizationId, details, onClose }: BillingDetailsDialogProps) {
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
      submitLabel="Save"
      pendingLabel="Saving..."
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
