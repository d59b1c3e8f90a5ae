import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { storedSelection } from '#web/lib/selection.ts'
import { useTokens, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import type { ValidationInput } from '#web/results/index.ts'
import { usableTokens } from '#web/tokens/index.ts'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { PasteListDialog } from './paste-list-dialog.tsx'
import { readValidation, saveValidation } from './saved-validation.ts'
import { useCountries } from './use-countries.ts'
import { useValidateForm } from './use-validate-form.ts'
import { useValidation } from './use-validation.ts'
import { ValidateForm } from './validate-form.tsx'
import { ValidationResult } from './validation-result.tsx'

type ValidateCardProps = {
  onCreateToken: (() => void) | undefined
}

export function ValidateCard({ onCreateToken }: ValidateCardProps) {
  const tinField = useRef<HTMLInputElement>(null)
  const { data: user } = useUser()
  const { tokens, organizationId, isLoading, error } = useTokens()
  const [saved] = useState(() => {
    const ofOrganization = organizationId ?? storedSelection()
    return user && ofOrganization ? readValidation(user.id, ofOrganization) : undefined
  })
  const state = useValidateForm(saved?.form)
  const { validation, run } = useValidation(organizationId, saved?.answer)
  const { form, change } = state
  const [usesCountries, setUsesCountries] = useState(false)
  const countries = useCountries(usesCountries || form.country !== undefined || form.tin !== '')
  const [ListDialog, setListDialog] = useState<typeof PasteListDialog>()

  const usable = usableTokens(tokens, new Date())
  const token = usable.length === 1 ? usable[0] : usable.find(({ id }) => id === form.tokenId)

  useEffect(() => {
    if (!user || !organizationId) return
    saveValidation(user.id, organizationId, {
      form,
      ...(validation.status === 'answered' && { answer: validation }),
    })
  }, [user, organizationId, form, validation])

  useOpenRequest('validate', true, ({ country: wanted }) => {
    if (wanted !== undefined) change({ country: wanted, foundFor: undefined })
    tinField.current?.focus()
  })

  const validate = (countryCode: string) =>
    void run({
      countryCode,
      tin: form.tin.trim(),
      ...(token && { tokenId: token.id }),
      ...(form.name.trim() && { name: form.name.trim() }),
      ...(form.address.trim() && { address: form.address.trim() }),
      ...(!form.checksRegister && { source: false }),
    })
  const adopt = (suggestion: string, country: string, input: ValidationInput) => {
    change({ country, foundFor: suggestion, tin: suggestion })
    void run({ ...input, countryCode: country, tin: suggestion })
  }

  const openList = async () => {
    const loaded = await import('./paste-list-dialog.tsx').catch(() => undefined)
    if (loaded) setListDialog(() => loaded.PasteListDialog)
    else toast.error("The list didn't open", { description: 'Check your connection and try again.' })
  }

  return (
    <Card
      title="Validate Tax ID"
      description="Check one number, just as your code does through the API."
      action={
        <Link to={paths.registers} className={cardLinkClass}>
          Register status
        </Link>
      }
    >
      <CardContent className="@container">
        <div className="grid gap-5 @4xl:grid-cols-[20rem_minmax(0,1fr)] @4xl:gap-0">
          <ValidateForm
            state={state}
            countries={countries}
            onUseCountries={() => setUsesCountries(true)}
            tinField={tinField}
            tokens={isLoading || error ? undefined : usable}
            token={token}
            isReady={!(isLoading && organizationId === undefined)}
            isRunning={validation.status === 'running'}
            onSubmit={validate}
            onCreateToken={onCreateToken}
            onOpenList={() => void openList()}
          />
          <ValidationResult
            validation={validation}
            countryOf={countries.countryOf}
            onRetry={(input) => void run(input)}
            onAdopt={adopt}
          />
        </div>
      </CardContent>
      {ListDialog ? (
        <ListDialog
          organizationId={organizationId}
          country={form.country}
          onClose={() => setListDialog(undefined)}
        />
      ) : null}
    </Card>
  )
}
