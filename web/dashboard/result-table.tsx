import { Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Time } from '#web/lib/time.tsx'
import { VerdictBadge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { checkVerdict, humanise, infoValue } from './verdict.ts'

export const checks = [
  { key: 'format', name: 'Format' },
  { key: 'source', name: 'Official register' },
  { key: 'overall', name: 'Overall' },
] as const

type ResultTableProps = { response: ValidationResponse; countryName: string | undefined }

/** Everything the API answered, for people. */
export function ResultTable({ response, countryName }: ResultTableProps) {
  const { tinInfo, entity, warnings, errors, validation } = response
  const more = Object.entries(response.additionalInfo)
  return (
    <div className="@container">
      <div className="grid gap-x-8 gap-y-5 @2xl:grid-cols-2">
        <Section title="Request Info">
          <dl className="divide-y divide-line">
            <Row term="Country">
              {countryName ? `${response.countryCode} - ${countryName}` : response.countryCode}
            </Row>
            <Row term="Tax ID (TIN)">
              <Mono>{response.tin}</Mono>
            </Row>
            <Row term="Requested">
              <Time value={response.requestDate} style="date-time" />
            </Row>
            <Row term="Reference">
              <Mono>{response.referenceId}</Mono>
            </Row>
          </dl>
        </Section>
        <Section title="Validation Results">
          <dl className="divide-y divide-line">
            {checks.map(({ key, name }) => (
              <Row key={key} term={name}>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <VerdictBadge verdict={checkVerdict(validation[key])} />
                  {validation[key].timestamp ? (
                    <span className="text-faint text-sm">
                      <Time value={validation[key].timestamp} style="date-time" />
                    </span>
                  ) : null}
                </span>
              </Row>
            ))}
          </dl>
        </Section>
        <Section title="TIN Information">
          <dl className="divide-y divide-line">
            <Row term="Type">{tinInfo.name ?? <Unknown />}</Row>
            <Row term="Label">{tinInfo.label ?? <Unknown />}</Row>
            <Row term="Written form">
              {tinInfo.formattedTin ? <Mono>{tinInfo.formattedTin}</Mono> : <Unknown />}
            </Row>
          </dl>
        </Section>
        <Section title="Entity Information">
          {entity.name || entity.address ? (
            <dl className="divide-y divide-line">
              <Row term="Name">{entity.name ?? <Unknown />}</Row>
              <Row term="Address">
                <span className="whitespace-pre-line">{entity.address ?? <Unknown />}</span>
              </Row>
            </dl>
          ) : (
            <Nothing>No name or address: only an official register can give them.</Nothing>
          )}
        </Section>
        <Section title="Warnings">
          {warnings.length > 0 ? (
            <Notes icon={<Info aria-hidden className="text-unsure" />} notes={warnings} />
          ) : (
            <Nothing>None</Nothing>
          )}
        </Section>
        <Section title="Errors">
          {errors.length > 0 ? (
            <Notes
              icon={<TriangleAlert aria-hidden className="text-invalid" />}
              notes={errors.map(({ code, message, retryable }) => ({
                code,
                message: retryable ? `${message} You can try again.` : message,
              }))}
            />
          ) : (
            <Nothing>None</Nothing>
          )}
        </Section>
        <Section title="Additional Information" className="@2xl:col-span-2">
          {more.length > 0 ? (
            <dl className="divide-y divide-line">
              {more.map(([key, value]) => (
                <Row key={key} term={humanise(key)}>
                  {infoValue(key, value)}
                </Row>
              ))}
            </dl>
          ) : (
            <Nothing>None</Nothing>
          )}
        </Section>
      </div>
    </div>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-2">
      <dt className="text-muted text-sm leading-[1.375rem]">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Section({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <h3 id={id} className="border-b pb-1.5 font-semibold text-sm">
        {title}
      </h3>
      {children}
    </section>
  )
}

type Note = { code: string; message: string }

function Notes({ icon, notes }: { icon: ReactNode; notes: readonly Note[] }) {
  return (
    <ul className="divide-y divide-line">
      {notes.map((note) => (
        <li key={`${note.code} ${note.message}`} className="flex gap-2.5 py-2.5">
          <span className="mt-0.5 shrink-0 [&_svg]:size-4">{icon}</span>
          <span className="min-w-0">
            <span className="block break-words">{note.message}</span>
            <code className="break-all font-mono text-faint text-xs">{note.code}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}

const Mono = ({ children }: { children: string }) => <span className="break-all font-mono">{children}</span>
const Unknown = () => <span className="text-faint">Not known</span>
const Nothing = ({ children }: { children: string }) => (
  <p className="py-2.5 text-faint text-sm">{children}</p>
)
