import { ApiError, errorText } from '#web/lib/api-error.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { wayToGetMore } from '#web/lib/get-more.tsx'
import { useOrganization } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { MAX_ROWS, MAX_UNREADABLE_ROWS } from '#worker/batches/contract.ts'
import type { Mapping, Preview } from './preview.ts'
import type { Source } from './read-source.ts'

export const DIDNT_START = "The batch didn't start"

type UploadProblemsProps = {
  source: Source
  preview: Preview
  mapping: Mapping
  left: number | undefined
}

export function UploadProblems({ source, preview, mapping, left }: UploadProblemsProps) {
  const hasTin = mapping.places.tin !== undefined
  const problem = problemOf(preview, hasTin)
  return (
    <>
      {source.isMixed ? (
        <Banner tone="warning" title="This file mixes two character encodings">
          Some of it is UTF-8 and some is Windows-1252, so names may contain wrong characters. To be sure,
          save the file as UTF-8 and choose it again.
        </Banner>
      ) : null}
      {problem ? <Banner tone="warning" title={problem} /> : null}
      {hasTin ? <Unusable preview={preview} /> : null}
      <OverQuota cost={preview.cost} left={left} />
    </>
  )
}

function problemOf({ rows }: Preview, hasTin: boolean): string | undefined {
  if (!hasTin)
    return 'Choose the column with the tax IDs. If rows are above the header, delete them and choose the file again.'
  if (rows === 0) return 'There are no rows below the header.'
  if (rows > MAX_ROWS) return `A batch can have at most ${formatNumber(MAX_ROWS)} rows. Split the file.`
  return undefined
}

const SHOWN_PROBLEMS = 5

function Unusable({ preview: { problems, unusable, withoutCountry } }: { preview: Preview }) {
  if (unusable === 0) return null
  const isTooMany = unusable > MAX_UNREADABLE_ROWS
  const most = [...problems].sort(([, one], [, other]) => other - one).slice(0, SHOWN_PROBLEMS)
  const others = problems.size - most.length
  return (
    <Banner
      tone="warning"
      title={
        isTooMany
          ? `${formatNumber(unusable)} rows can't be validated. A batch can have at most ${formatNumber(MAX_UNREADABLE_ROWS)} of them.`
          : formatCount(
              unusable,
              "row can't be validated and costs nothing",
              "rows can't be validated and cost nothing",
            )
      }
    >
      <ul className="list-disc pl-5">
        {most.map(([reason, rows]) => (
          <li key={reason}>
            {formatCount(rows, 'row')}: {reason}
          </li>
        ))}
        {others > 0 ? <li>{formatCount(others, 'more reason')}</li> : null}
      </ul>
      {withoutCountry > 0 ? (
        <p>Choose a country for rows without one.</p>
      ) : isTooMany ? (
        <p>Correct them, or remove them from the file.</p>
      ) : null}
    </Banner>
  )
}

const waysToGetMore = {
  upgrade: 'upgrade your plan',
  'ask-admin': 'ask an admin to upgrade the plan',
  support: 'contact support',
}

function OverQuota({ cost, left }: { cost: number; left: number | undefined }) {
  const { data: organization } = useOrganization()
  if (organization?.status !== 'ACTIVE' || left === undefined || cost <= left) return null
  const remedy = wayToGetMore(organization)
  return (
    <Banner tone="critical" title="This batch exceeds your quota" action={<PlansLink />}>
      It needs {formatCount(cost, 'validation')}, and you have {formatNumber(left)} left this month. Remove{' '}
      {formatCount(cost - left, 'row')}
      {remedy ? ` or ${waysToGetMore[remedy]}` : null}.
    </Banner>
  )
}

function PlansLink() {
  const { data: organization } = useOrganization()
  const remedy = organization && wayToGetMore(organization)
  if (!remedy || remedy === 'ask-admin') return null
  return (
    <LinkButton to={remedy === 'support' ? paths.support : paths.products} variant="secondary" size="sm">
      {remedy === 'support' ? 'Contact Support' : 'See Pricing Plans'}
    </LinkButton>
  )
}

const planLimits = new Set(['QUOTA_EXCEEDED', 'BATCH_LIMIT_REACHED', 'UPLOAD_LIMIT_REACHED'])

export function StartError({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : undefined
  const isOfPlan = code !== undefined && planLimits.has(code)
  return (
    <Banner role="alert" tone="critical" title={DIDNT_START} action={isOfPlan ? <PlansLink /> : undefined}>
      {errorText(error)}
    </Banner>
  )
}
