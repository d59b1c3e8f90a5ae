import { Check, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { AdminOrganization } from '#worker/admin/contract.ts'
import { type Tier, tierNames } from '#worker/organizations/contract.ts'
import { changeTier } from './admin-actions.ts'

const tiers: readonly Tier[] = ['FREE', 'PRO', 'ENTERPRISE']

type TierEditorProps = { organization: AdminOrganization; onClose: () => void }

export function TierEditor({ organization, onClose }: TierEditorProps) {
  const { name, tier: current, contractLimit, hasSubscription } = organization
  const [tier, setTier] = useState<Tier | ''>('')
  const { submit, isPending } = useSingleSubmit(async () => {
    if (tier !== '' && (await changeTier(organization, tier))) onClose()
  })
  return (
    <form
      aria-label={`Tier of ${name}`}
      className="w-full space-y-1.5 sm:w-72"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isPending) onClose()
      }}
    >
      <div className="flex items-center gap-1.5">
        <Select
          ref={(trigger) => trigger?.focus()}
          aria-label={`New tier of ${name}`}
          options={tiers
            .filter((each) => each !== current)
            .map((value) => ({ value, label: tierNames[value] }))}
          value={tier}
          onValueChange={setTier}
          placeholder="Choose a tier"
          disabled={isPending}
        />
        <Button
          type="submit"
          size="icon-sm"
          aria-label="Confirm"
          disabled={tier === ''}
          pending={isPending}
          icon={<Check aria-hidden />}
        />
        <Button
          variant="secondary"
          size="icon-sm"
          aria-label="Cancel"
          disabled={isPending}
          icon={<X aria-hidden />}
          onClick={onClose}
        />
      </div>
      {hasSubscription ? (
        <Warning>
          The Paddle subscription continues. The customer is charged for it until it is changed or canceled.
        </Warning>
      ) : null}
      {contractLimit !== null && current === 'ENTERPRISE' ? (
        <Warning>The contract limit ends with the Enterprise tier.</Warning>
      ) : null}
    </form>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-unsure">
      <TriangleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      {children}
    </p>
  )
}
