import { Clock3, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Time } from '#web/lib/time.tsx'
import { VerdictBadge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { infoLabel, infoValue } from './additional-info.ts'
import { type KnownCountry, parseRegisterResult, type RegisterResult } from './register-result.ts'
import { checkVerdict } from './verdict.ts'

export const checks = [
  { key: 'format', name: 'Format' },
  { key: 'source', name: 'Official register' },
  { key: 'overall', name: 'Overall' },
] as const

type ResultTableProps = { response: ValidationResponse; country: KnownCountry | undefined }

export function ResultTable({ response, country }: ResultTableProps) {
  const { tinInfo, entity, warnings, errors, validation } = response
  const part = parseRegisterResult(response, country)
  // An ended registration confirms nothing.
  const more = Object.entries(response.additionalInfo).filter(
    ([key]) => key !== 'proven' || validation.source.isValid !== false,
  )
  return (
    <div className="@container">
      <div className="grid gap-x-8 gap-y-5 @2xl:grid-cols-2">
        <Section title="Request Info">
          <dl className="divide-y divide-line">
            <Row term="Country">
              {country ? `${response.countryCode} - ${country.name}` : response.countryCode}
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
          {part.kind === 'found' || part.kind === 'ended' ? (
            <dl className="divide-y divide-line">
              <Row term="Name">{entity.name ?? <Undisclosed />}</Row>
              <Row term="Address">{entity.address ?? <Undisclosed />}</Row>
            </dl>
          ) : (
            <Nothing>{withoutEntity(part)}</Nothing>
          )}
        </Section>
        <Section title="Warnings">
          {warnings.length > 0 ? (
            <Notes
              notes={warnings.map((note) => ({
                ...note,
                icon: <Info aria-hidden className="text-unsure" />,
              }))}
            />
          ) : (
            <Nothing>None</Nothing>
          )}
        </Section>
        <Section title="Errors">
          {errors.length > 0 ? (
            <Notes
              notes={errors.map(({ code, message, retryable }) => ({
                code,
                message: retryable ? `${message} You can try again.` : message,
                icon: isFault(code) ? (
                  <Clock3 aria-hidden className="text-unsure" />
                ) : (
                  <TriangleAlert aria-hidden className="text-invalid" />
                ),
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
                <Row key={key} term={infoLabel(key)}>
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

const isFault = (code: string) => code.startsWith('SOURCE_')

function withoutEntity(part: RegisterResult): string {
  if (part.kind === 'no-answer') return `No name or address: ${part.register} gave no answer.`
  if (part.kind === 'not-found') return `No name or address: ${part.register} does not hold this number.`
  return 'No name or address: only an official register can give them.'
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

type Note = { code: string; message: string; icon: ReactNode }

function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <ul className="divide-y divide-line">
      {notes.map((note) => (
        <li key={`${note.code} ${note.message}`} className="flex gap-2.5 py-2.5">
          <span className="mt-0.5 shrink-0 [&_svg]:size-4">{note.icon}</span>
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
const Undisclosed = () => <span className="text-faint">Not disclosed</span>
const Unknown = () => <span className="text-faint">Not known</span>
const Nothing = ({ children }: { children: string }) => (
  <p className="py-2.5 text-faint text-sm">{children}</p>
)
