import { History } from 'lucide-react'
import { Link, Navigate, useParams } from 'react-router'
import { ResultPanel, ResultTable, useCountries } from '#web/dashboard/index.ts'
import { countryName } from '#web/lib/country-name.ts'
import { DocsLink } from '#web/lib/docs-link.tsx'
import { isPhone } from '#web/lib/is-phone.ts'
import { ItemPage } from '#web/lib/item-page.tsx'
import { type Owner, useOwner } from '#web/lib/saved.ts'
import { Time } from '#web/lib/time.tsx'
import { canMonitor, MonitorButton } from '#web/monitors/index.ts'
import { paths } from '#web/paths.ts'
import { KeepRecord } from '#web/records/index.ts'
import { resultLooks, useGivenAnswer, type ValidationInput } from '#web/results/index.ts'
import { Card, CardColumns, CardContent, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { MoreArrow } from '#web/ui/more.tsx'
import { type CallDetail, HISTORY_SIZE } from '#worker/activity/contract.ts'
import { resultTexts, type ValidationResponse } from '#worker/validation/contract.ts'
import { useCall } from './activity-queries.ts'
import { CallDetails } from './call-details.tsx'
import { CallResult } from './calls-table.tsx'
import { CheckAgain } from './check-again.tsx'
import { tokenLabel } from './status-badge.tsx'

export function ResultPage() {
  const { referenceId } = useParams()
  if (referenceId === undefined) return <Navigate to={paths.activity} replace />
  return <ResultOfCall referenceId={referenceId} />
}

function ResultOfCall({ referenceId }: { referenceId: string }) {
  const owner = useOwner()
  const given = useGivenAnswer(referenceId)
  const content = (call: CallDetail) => {
    const { request, response } = call
    const kept = response && { input: { ...request, ...numberOf(response) }, response }
    return owner && <Content owner={owner} call={call} known={given ?? kept} />
  }
  return (
    <ItemPage
      read={useCall(referenceId)}
      list={{ path: paths.activity, name: 'Activity' }}
      failure="Failed to load the result"
      gone={{
        icon: <History />,
        title: "This result doesn't exist",
        description: "It's older than your activity history, or it belongs to another organization.",
      }}
      loading="Loading the result"
    >
      {content}
    </ItemPage>
  )
}

/** With its type, which may be one that is only tried on request. */
const numberOf = ({ countryCode, tin, additionalInfo: { type } }: ValidationResponse): ValidationInput => ({
  countryCode,
  tin,
  ...(type && { type }),
})

type Known = { input: ValidationInput; response: ValidationResponse; signature?: string | null }
type ContentProps = { owner: Owner; call: CallDetail; known: Known | null }

function Content({ owner, call, known }: ContentProps) {
  const { countryOf } = useCountries(known !== null)
  if (call.rows !== null) {
    return (
      <Card title="Call" action={<CallResult call={call} />}>
        <CardContent className="pt-2">
          <CallDetails call={call} />
        </CardContent>
      </Card>
    )
  }
  const canCheck = call.numberId !== null
  return (
    <CardColumns>
      <Card aria-label="Result">
        <CardContent className="space-y-4">
          {known ? <ResultPanel {...known} countryOf={countryOf} /> : <Summary call={call} />}
          {known?.response.errors.some(({ code }) => code === call.errorCode) && call.docs !== null ? (
            <p className="text-sm print:hidden">
              <DocsLink href={call.docs}>What to do about {call.errorCode}</DocsLink>
            </p>
          ) : null}
          {canCheck ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
              <CheckAgain key={call.requestId} owner={owner} call={call} known={known?.input} />
              {known && canMonitor(known.response) ? (
                <MonitorButton
                  organizationId={owner.organizationId}
                  monitored={{ ...known.input, ...numberOf(known.response) }}
                  variant="secondary"
                >
                  Monitor
                </MonitorButton>
              ) : null}
              {known && (known.signature || known.response.recordId) ? (
                <KeepRecord
                  response={known.response}
                  request={known.input}
                  signature={known.signature ?? null}
                />
              ) : null}
              <span className="text-muted text-sm">Checking again uses one validation.</span>
            </div>
          ) : null}
          {known ? (
            <ResultTable response={known.response} country={countryOf(known.response.countryCode)} />
          ) : null}
        </CardContent>
      </Card>
      <div className="space-y-5">
        {canCheck ? <NumberHistory call={call} /> : null}
        <Card aria-label="Call">
          <details open={!isPhone() || known === null}>
            <summary className="flex min-h-12 items-center gap-1.5 px-5 py-4">
              <MoreArrow />
              <CardTitle>Call</CardTitle>
            </summary>
            <div className="px-5 pb-3">
              <CallDetails call={call} />
            </div>
          </details>
        </Card>
      </div>
    </CardColumns>
  )
}

function Summary({ call }: { call: CallDetail }) {
  const { outcome, country, errorCode, errorMessage, docs } = call
  if (outcome === null) return <CallResult call={call} />
  const { Icon, word, box, ink } = resultLooks[outcome]
  const isRefused = outcome === 'refused'
  return (
    <div className={cx('flex gap-3 rounded-lg border p-4', box)}>
      <Icon className={cx('mt-0.5 size-6 shrink-0', ink)} />
      <div className="min-w-0 space-y-2">
        <p className={cx('font-semibold text-xl tracking-tight', ink)}>
          {word}
          {country === null ? null : `, ${countryName(country)}`}
        </p>
        {isRefused || errorMessage ? null : <p>{resultTexts[outcome].sentence}</p>}
        {errorCode === null ? null : (
          <p className="break-words">
            {errorMessage}{' '}
            {docs === null ? null : (
              <DocsLink href={docs}>{isRefused ? 'How to fix it' : 'What to do'}</DocsLink>
            )}
            <code className="mt-1 block break-all font-mono text-muted text-sm">{errorCode}</code>
          </p>
        )}
        {isRefused ? null : (
          <p className="text-muted text-sm">
            We don't keep the number of a single check, or what the register said about it, without a record.
          </p>
        )}
      </div>
    </div>
  )
}

function NumberHistory({ call: { history, requestId } }: { call: CallDetail }) {
  const isOnly = history.length === 1
  return (
    <Card
      className="overflow-hidden"
      title="History of This Number"
      description={
        isOnly
          ? 'Your organization made no other call with it.'
          : 'Calls with this number by your organization, newest first, without rows of batches.'
      }
    >
      <ul className="divide-y divide-line pt-3">
        {history.map((each) => {
          const isCurrent = each.requestId === requestId
          return (
            <li
              key={each.id}
              className={cx('relative px-5 py-2.5', isCurrent ? 'bg-accent-soft' : 'hover:bg-hover')}
            >
              <Link
                to={`${paths.results}/${each.requestId}`}
                aria-current={isCurrent ? 'page' : undefined}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm after:absolute after:inset-0"
              >
                <CallResult call={each} />
                <Time value={each.createdAt} style="date-time" className="text-muted text-sm" />
              </Link>
              <span dir="auto" className="mt-1 block truncate text-left text-muted text-sm">
                {isCurrent ? `${tokenLabel(each)} · This result` : tokenLabel(each)}
              </span>
            </li>
          )
        })}
      </ul>
      {history.length < HISTORY_SIZE ? null : (
        <p className="border-t px-5 py-3 text-muted text-sm">Older calls aren't listed.</p>
      )}
    </Card>
  )
}
