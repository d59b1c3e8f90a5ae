import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Landmark,
  MapPin,
  ReceiptText,
  RotateCw,
  UserRoundSearch,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime, formatInstant } from '#web/lib/format.ts'
import { useOrganization } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MoreArrow } from '#web/ui/more.tsx'
import type { Comparison, ValidationResponse } from '#worker/validation/contract.ts'
import {
  ignoredText,
  type KnownCountry,
  parseRegisterResult,
  type RegisterAnswer,
} from './register-result.ts'

type RegisterDetailsProps = {
  response: ValidationResponse
  country: KnownCountry | undefined
  name: string | undefined
  onRecheck: (() => void) | undefined
}

export function RegisterDetails({ response, country, name, onRecheck }: RegisterDetailsProps) {
  const part = parseRegisterResult(response, country)
  if (part.kind === 'not-asked') return null
  const canRecheck = part.kind === 'no-answer' ? part.isRetryable : part.isOld || !part.isNew
  return (
    <dl className="mt-3 @max-md:space-y-2.5 space-y-1 border-current/15 border-t @max-md:pt-3 pt-2 text-sm @md:ml-9">
      <Detail icon={<Landmark />} term="Register">
        {onRecheck ? (
          <Link to={paths.registers} className="font-medium text-accent-text hover:underline">
            {part.register}
          </Link>
        ) : (
          <span className="font-medium">{part.register}</span>
        )}
        {part.kind === 'no-answer' ? null : <Answered part={part} isExact={!onRecheck} />}
        {canRecheck && onRecheck ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
            <Button variant="secondary" size="sm" icon={<RotateCw />} onClick={onRecheck}>
              Check Again
            </Button>
            <span className="text-muted">Uses one validation.</span>
          </span>
        ) : null}
      </Detail>
      {part.kind === 'no-answer' ? null : (
        <ConsultationNumber part={part} canHint={onRecheck !== undefined} />
      )}
      {name ? (
        <Detail icon={<UserRoundSearch />} term="Name match">
          <MatchWords comparison={response.nameComparison} what="name" />
        </Detail>
      ) : null}
      {response.addressComparison ? (
        <Detail icon={<MapPin />} term="Address match">
          <MatchWords comparison={response.addressComparison} what="address" />
        </Detail>
      ) : null}
    </dl>
  )
}

/** A record is read much later, so it needs the exact time. */
function Answered({ part, isExact }: { part: RegisterAnswer; isExact: boolean }) {
  return (
    <span>
      responded{' '}
      <time dateTime={part.at} title={formatInstant(part.at)}>
        {isExact ? formatDateTime(part.at) : part.age}
      </time>
    </span>
  )
}

const REGISTERS_WITH_CONSULTATION_NUMBERS: readonly string[] = ['VIES', 'HM Revenue & Customs']

function ConsultationNumber({ part, canHint }: { part: RegisterAnswer; canHint: boolean }) {
  const { data: organization } = useOrganization()
  if (part.consultationNumber) {
    return (
      <Detail icon={<ReceiptText />} term="Consultation number">
        <span className="flex items-center gap-1">
          <span className="break-all font-mono">{part.consultationNumber}</span>
          <CopyButton
            text={part.consultationNumber}
            label="Copy consultation number"
            className="print:hidden"
          />
        </span>
      </Detail>
    )
  }
  if (!canHint) return null
  const isWithout = part.kind === 'found' && organization?.vatNumber === null
  if (!part.isRequesterRefused && !(isWithout && REGISTERS_WITH_CONSULTATION_NUMBERS.includes(part.register)))
    return null
  return (
    <Detail icon={<ReceiptText />} term="Consultation number" className="print:hidden">
      <span>
        {part.isRequesterRefused
          ? `None. ${part.register} didn't accept the VAT number in your `
          : 'None. To get one as proof of each check, add your VAT number in your '}
        <Link to={paths.organization} className="font-medium text-accent-text hover:underline">
          organization's settings
        </Link>
        .
      </span>
    </Detail>
  )
}

const looks = {
  exact: { word: 'Exact', tone: 'valid', Icon: CircleCheck },
  close: { word: 'Close', tone: 'unsure', Icon: CircleDashed },
  different: { word: 'Different', tone: 'unsure', Icon: CircleX },
  not_disclosed: { word: 'Not compared', tone: 'neutral', Icon: CircleDashed },
} as const

type MatchWordsProps = { comparison: Comparison | null; what: 'name' | 'address' }

function MatchWords({ comparison, what }: MatchWordsProps) {
  if (!comparison || comparison.score === null) {
    const why = comparison?.registered
      ? `the register's ${what} is in another script`
      : comparison
        ? `the register doesn't disclose the ${what}`
        : `the register returned no ${what}`
    return (
      <>
        <Badge icon={<CircleDashed />}>Not compared</Badge>
        <span className="text-muted">{why}</span>
      </>
    )
  }
  const { word, tone, Icon } = looks[comparison.match]
  return (
    <div className="contents print:block">
      <Badge tone={tone} icon={<Icon />}>
        {word}, {comparison.score}%
      </Badge>
      <Compared comparison={comparison} />
    </div>
  )
}

function Compared({ comparison }: { comparison: Comparison }) {
  const { requested, registered } = comparison
  const ignored = ignoredText(comparison)
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="w-fit rounded-sm">
        <span className="flex min-h-6 items-center gap-1 text-muted hover:text-ink pointer-coarse:min-h-11">
          <MoreArrow />
          How we compared
        </span>
      </summary>
      <dl className="wrap-anywhere mt-1 mb-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pl-5">
        <dt className="text-muted">Yours</dt>
        <dd dir="auto">{requested}</dd>
        <dt className="text-muted">Register</dt>
        <dd dir="auto">{registered}</dd>
        <dt className="text-muted">Ignored</dt>
        <dd>{ignored || 'Nothing'}</dd>
      </dl>
    </details>
  )
}

type DetailProps = { icon: ReactNode; term: string; className?: string; children: ReactNode }

function Detail({ icon, term, className, children }: DetailProps) {
  return (
    <div className={cx('grid gap-x-4 gap-y-0.5 @md:grid-cols-[10.5rem_minmax(0,1fr)]', className)}>
      <dt className="flex @md:h-8 items-center gap-2 text-muted [&_svg]:size-4 [&_svg]:shrink-0">
        {icon}
        {term}
      </dt>
      <dd className="flex @md:min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">{children}</dd>
    </div>
  )
}
