import { Copy, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOrganizationId } from '#web/lib/swr.ts'
import { canMonitor, MonitorButton } from '#web/monitors/index.ts'
import { KeepRecord } from '#web/records/index.ts'
import { Button } from '#web/ui/button.tsx'
import { copyWithToast } from '#web/ui/copy-button.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ResultTable } from './result-table.tsx'
import type { CountryOf } from './result-text.ts'
import type { Answer } from './saved-validation.ts'

type ResultDetailsProps = { answer: Answer; countryOf: CountryOf }

export function ResultDetails({ answer, countryOf }: ResultDetailsProps) {
  const { response, input, signature } = answer
  const organizationId = useOrganizationId()
  const [view, setView] = useState<'table' | 'json'>('table')
  return (
    <Tabs
      label="View of the result"
      className="mt-4"
      value={view}
      onValueChange={setView}
      aside={
        <span className="@max-lg:-ml-2.5 flex flex-wrap items-center gap-1">
          <Button variant="ghost" size="sm" icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
          {organizationId && canMonitor(response) ? (
            <MonitorButton organizationId={organizationId} monitored={input} variant="ghost" size="sm">
              Monitor
            </MonitorButton>
          ) : null}
          <KeepRecord key={response.referenceId} response={response} request={input} signature={signature} />
          <Button
            variant="ghost"
            size="sm"
            icon={<Copy />}
            onClick={() =>
              void copyWithToast(JSON.stringify(response, null, 2), 'Copy it from JSON View instead.')
            }
          >
            Copy Result
          </Button>
        </span>
      }
      tabs={[
        {
          value: 'table',
          label: 'Table View',
          content: <ResultTable response={response} country={countryOf(response.countryCode)} />,
        },
        {
          value: 'json',
          label: 'JSON View',
          content: (
            <Suspense fallback={<SpinnerScreen className="min-h-48" />}>
              <ResultJson value={response} />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

const ResultJson = lazyComponent<{ value: unknown }>(
  async () => (await import('./result-json.tsx')).ResultJson,
)
