import { Clock3, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { isPhone } from '#web/lib/is-phone.ts'
import { Time } from '#web/lib/time.tsx'
import { ResultBadge } from '#web/results/index.ts'
import { IconBadge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { MoreArrow } from '#web/ui/more.tsx'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { KnownCountry } from './register-result.ts'
import { checks } from './result-pending.tsx'
import { additionalRows, infoLabel, infoValue, type ResultNote, resultNotes } from './result-rows.ts'
import { checkLook } from './result-text.ts'

type ResultTableProps = {
  response: ValidationResponse
  country: KnownCountry | undefined
  isRecord?: boolean
}

export function ResultTable({ response, country, isRecord = false }: ResultTableProps) {
  const { tinInfo, entity, validation, requestDate } = response
  const { warnings, errors } = resultNotes(response)
  const [isNarrow] = useState(isPhone)
  const Asked = isNarrow && !isRecord ? Fold : Section
  return (
    <div className="@container">
      <div className="@2xl:columns-2 mb-5 gap-x-8">
        <Asked title="Request Info">
          <Row term="Country">
            {country ? `${response.countryCode} - ${country.name}` : response.countryCode}
          </Row>
          <Row term="Tax ID (TIN)" copy={response.tin}>
            <Mono>{response.tin}</Mono>
          </Row>
          <Row term="Requested">
            <Time value={requestDate} style="date-time" />
          </Row>
          <Row term="Reference" copy={response.referenceId}>
            <Mono>{response.referenceId}</Mono>
          </Row>
        </Asked>
        <Section title="Validation Results">
          {checks.map(({ key, name }) => {
            const { timestamp } = validation[key]
            return (
              <Row key={key} term={name}>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {key === 'overall' ? (
                    <ResultBadge result={response.result} />
                  ) : (
                    <IconBadge look={checkLook(validation[key])} />
                  )}
                  {timestamp && timestamp !== requestDate ? (
                    <span className="text-faint text-sm">
                      <Time value={timestamp} style="date-time" />
                    </span>
                  ) : null}
                </span>
              </Row>
            )
          })}
        </Section>
        <Asked title="TIN Information">
          {tinInfo.name ? <Row term="Type">{tinInfo.name}</Row> : null}
          {tinInfo.label && tinInfo.label !== tinInfo.name ? <Row term="Label">{tinInfo.label}</Row> : null}
          {tinInfo.formattedTin ? (
            <Row term="Written form" copy={tinInfo.formattedTin}>
              <Mono>{tinInfo.formattedTin}</Mono>
            </Row>
          ) : null}
        </Asked>
        <Section title="Entity Information">
          {entity.name ? (
            <Row term="Name" copy={entity.name}>
              {entity.name}
            </Row>
          ) : null}
          {entity.address ? (
            <Row term="Address" copy={entity.address}>
              {entity.address}
            </Row>
          ) : null}
        </Section>
        <Section title="Warnings">
          {warnings.map((note) => (
            <Note key={`${note.code} ${note.message}`} note={note} icon={<Info className="text-unsure" />} />
          ))}
        </Section>
        <Section title="Errors">
          {errors.map((note) => (
            <Note
              key={`${note.code} ${note.message}`}
              note={note}
              icon={
                note.code.startsWith('SOURCE_') ? (
                  <Clock3 className="text-unsure" />
                ) : (
                  <TriangleAlert className="text-invalid" />
                )
              }
            />
          ))}
        </Section>
      </div>
      <AdditionalInformation response={response} />
    </div>
  )
}

function AdditionalInformation({ response }: { response: ValidationResponse }) {
  const rows = additionalRows(response)
  if (rows.length === 0) return <Section title="Additional Information">{[]}</Section>
  return (
    <Fold title="Additional Information" note={formatCount(rows.length, 'row')}>
      {rows.map(([key, value]) => (
        <Row key={key} term={infoLabel(key)}>
          {infoValue(key, value)}
        </Row>
      ))}
    </Fold>
  )
}

type FoldProps = { title: string; note?: string; children: ReactNode }

function Fold({ title, note, children }: FoldProps) {
  return (
    <details className="mb-5 min-w-0 last:mb-0">
      <summary className="border-b pb-1.5">
        <span className="flex min-h-6 items-center gap-1.5 text-sm pointer-coarse:min-h-11">
          <MoreArrow />
          <h3 className="font-semibold">{title}</h3>
          {note ? <span className="text-faint">{note}</span> : null}
        </span>
      </summary>
      <dl className="grid @2xl:grid-cols-2 @2xl:gap-x-8 *:border-b">{children}</dl>
    </details>
  )
}

type RowProps = { term: string; copy?: string; children: ReactNode }

function Row({ term, copy, children }: RowProps) {
  return (
    <div className="grid @min-[14rem]:grid-cols-[6rem_minmax(0,1fr)] min-h-9 @sm:grid-cols-[7rem_minmax(0,1fr)] gap-x-3 py-[7px]">
      <dt className="text-muted text-sm leading-[1.375rem]">{term}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <span className="wrap-anywhere min-w-0">{children}</span>
        {copy === undefined ? null : (
          <CopyButton
            text={copy}
            label={`Copy ${term}`}
            className="-my-[5px] shrink-0 text-faint pointer-coarse:-my-2 print:hidden"
          />
        )}
      </dd>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const isEmpty = Array.isArray(children) && children.every((child) => child === null)
  return (
    <section aria-labelledby={id} className="mb-5 min-w-0 break-inside-avoid last:mb-0">
      <div className="flex min-h-6 items-baseline justify-between gap-3 border-b pb-1.5">
        <h3 id={id} className="font-semibold text-sm">
          {title}
        </h3>
        {isEmpty ? <span className="text-faint text-sm">None</span> : null}
      </div>
      {isEmpty ? null : <dl className="divide-y divide-line">{children}</dl>}
    </section>
  )
}

function Note({ note, icon }: { note: ResultNote; icon: ReactNode }) {
  const { code, message, isRetryable } = note
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 py-2">
      <dt className="contents">
        <span aria-hidden className="mt-0.5 [&_svg]:size-4">
          {icon}
        </span>
        <code className="break-all font-mono text-xs leading-[1.375rem]">{code}</code>
      </dt>
      <dd className="wrap-anywhere col-start-2 min-w-0 text-muted text-sm">
        {message} {isRetryable ? 'This is temporary.' : null}
      </dd>
    </div>
  )
}

const Mono = ({ children }: { children: string }) => <span className="font-mono">{children}</span>
