import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Landmark,
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
import type { ValidationResponse } from '#worker/validation/contract.ts'
import {
  type KnownCountry,
  type NameMatch,
  nameMatchOf,
  parseRegisterResult,
  type RegisterAnswer,
} from './register-result.ts'

type RegisterDetailsProps = {
  response: ValidationResponse
  country: KnownCountry | undefined
  name: string | undefined
  /** Undefined in a receipt. */
  onRecheck: (() => void) | undefined
}

export function RegisterDetails({ response, country, name, onRecheck }: RegisterDetailsProps) {
  const part = parseRegisterResult(response, country)
  if (part.kind === 'not-asked') return null
  const canRecheck = part.kind === 'no-answer' ? part.isRetryable : part.isOld || !part.isNew
  return (
    <dl className="mt-3 @max-md:space-y-2.5 space-y-1 border-current/15 border-t @max-md:pt-3 pt-2 text-sm @md:ml-9">
      <Detail icon={<Landmark aria-hidden />} term="Register">
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
            <Button variant="secondary" size="sm" icon={<RotateCw aria-hidden />} onClick={onRecheck}>
              Check Again
            </Button>
            <span className="text-muted">Uses one validation.</span>
          </span>
        ) : null}
      </Detail>
      {part.kind === 'no-answer' ? null : (
        <ConsultationNumber part={part} canHint={onRecheck !== undefined} />
      )}
      {name && response.result !== 'different_name' ? (
        <Detail icon={<UserRoundSearch aria-hidden />} term="Name match">
          <NameMatchWords match={nameMatchOf(response)} name={name} />
        </Detail>
      ) : null}
    </dl>
  )
}

/** A receipt is read much later, so it needs the exact time. */
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

const REGISTERS_WITH_RECEIPTS: readonly string[] = ['VIES', 'HM Revenue & Customs']

function ConsultationNumber({ part, canHint }: { part: RegisterAnswer; canHint: boolean }) {
  const { data: organization } = useOrganization()
  if (part.receipt) {
    return (
      <Detail icon={<ReceiptText aria-hidden />} term="Consultation number">
        <span className="flex items-center gap-1">
          <span className="break-all font-mono">{part.receipt}</span>
          <CopyButton text={part.receipt} label="Copy consultation number" className="print:hidden" />
        </span>
      </Detail>
    )
  }
  if (!canHint) return null
  const isWithout = part.kind === 'found' && organization?.vatNumber === null
  if (!part.isRequesterRefused && !(isWithout && REGISTERS_WITH_RECEIPTS.includes(part.register))) return null
  return (
    <Detail icon={<ReceiptText aria-hidden />} term="Consultation number" className="print:hidden">
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
  different: { word: 'Different', tone: 'invalid', Icon: CircleX },
} as const

function NameMatchWords({ match, name }: { match: NameMatch | undefined; name: string }) {
  const requestedName = <span className="wrap-anywhere min-w-0">"{name}"</span>
  if (!match || match.match === 'not disclosed') {
    const why = match ? 'the register discloses no name' : 'the register returned no name'
    return (
      <>
        <Badge icon={<CircleDashed aria-hidden />}>Not compared</Badge>
        {requestedName}
        <span className="text-muted">{why}</span>
      </>
    )
  }
  const { word, tone, Icon } = looks[match.match]
  return (
    <>
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {word}
        {match.percent ? `, ${match.percent}%` : null}
      </Badge>
      {requestedName}
    </>
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
