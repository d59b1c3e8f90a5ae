import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { Fragment } from 'react'
import { formatCount, formatDuration, formatNumber } from '#web/lib/format.ts'
import { formatLength } from '#web/lib/format-length.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { More } from '#web/ui/more.tsx'
import { type Head, Table, TableCell } from '#web/ui/table.tsx'
import type { System } from '#worker/admin/contract.ts'
import { type JobRun, jobIntervalMinutes } from '#worker/jobs/contract.ts'

const wide = 'max-sm:hidden'

const headsOf = (...names: readonly string[]) =>
  names.map((name, index): Head => (index > 1 ? [name, wide] : name))

const nameClass = 'px-3 py-2.5 pl-5 text-left font-mono font-normal text-sm'

export function Jobs({ jobs, problems }: Pick<System, 'jobs' | 'problems'>) {
  const isLate = ({ name }: JobRun) => problems.some(({ code }) => code === `JOB_LATE/${name}`)
  const isWell = (job: JobRun) => job.failures === 0 && !isLate(job)
  const failing = jobs.filter((job) => !isWell(job))
  const well = jobs.filter(isWell)
  return (
    <>
      {failing.length > 0 ? <JobsTable caption="Jobs with problems" jobs={failing} /> : null}
      {well.length > 0 ? (
        <div className="px-5 pt-3 pb-4">
          <More label={`${formatCount(well.length, 'job')} without problems`}>
            <div className="-mx-5">
              <JobsTable caption="Jobs without problems" jobs={well} />
            </div>
          </More>
        </div>
      ) : null}
    </>
  )
}

function JobsTable({ caption, jobs }: { caption: string; jobs: readonly JobRun[] }) {
  return (
    <Table
      caption={caption}
      heads={headsOf('Job', 'Last run', 'Last success', 'Duration', 'Every')}
      takesFocus
      className="mt-3"
    >
      {jobs
        .toSorted((a, b) => b.failures - a.failures)
        .map(({ name, lastSuccessAt, milliseconds, ...run }) => {
          const success = lastSuccessAt ? <Time value={lastSuccessAt} style="relative" /> : 'never'
          const interval = formatLength(jobIntervalMinutes[name] * 60_000)
          return (
            <tr key={name}>
              <th scope="row" className={nameClass}>
                {name}
                <span className="block font-sans text-muted sm:hidden">
                  {success}, every {interval.replace(/^1 /, '')}
                </span>
              </th>
              <TableCell>
                <RunBadge run={run} />
              </TableCell>
              <TableCell className={`text-muted ${wide}`}>{success}</TableCell>
              <TableCell className={`tabular whitespace-nowrap text-muted ${wide}`}>
                {milliseconds === null ? '–' : formatDuration(milliseconds)}
              </TableCell>
              <TableCell className={`whitespace-nowrap text-muted ${wide}`}>{interval}</TableCell>
            </tr>
          )
        })}
    </Table>
  )
}

function RunBadge({ run }: { run: Pick<JobRun, 'succeeded' | 'failures' | 'error'> }) {
  if (run.failures > 0) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="invalid" icon={<CircleX />}>
          {run.failures === 1 ? 'Failed' : `Failed ${formatNumber(run.failures)} times`}
        </Badge>
        <span className="wrap-anywhere font-mono text-muted text-xs">{run.error}</span>
      </span>
    )
  }
  return run.succeeded ? (
    <Badge tone="valid" icon={<CircleCheck />}>
      Succeeded
    </Badge>
  ) : (
    <Badge icon={<CircleDashed />}>Not yet</Badge>
  )
}

/** On phones, it would push the dates out of sight. */
const BreakableCode = ({ code }: { code: string }) =>
  code.split(/(?<=[_/])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))

const ongoing = <Badge tone="invalid">Ongoing</Badge>

export function IncidentsTable({ incidents }: { incidents: System['incidents'] }) {
  return (
    <Table
      caption="Incidents"
      heads={headsOf('Problem', 'Began', 'Ended', 'Duration')}
      takesFocus
      className="mt-3"
    >
      {incidents.map(({ id, code, startedAt, endedAt }) => {
        const length = formatLength((endedAt ? Date.parse(endedAt) : Date.now()) - Date.parse(startedAt))
        return (
          <tr key={id}>
            <th scope="row" className={nameClass}>
              <BreakableCode code={code} />
            </th>
            <TableCell className="text-muted">
              <Time value={startedAt} style="date-time" />
              <span className="block sm:hidden">{endedAt ? `for ${length}` : ongoing}</span>
            </TableCell>
            <TableCell className={`text-muted ${wide}`}>
              {endedAt ? <Time value={endedAt} style="date-time" /> : ongoing}
            </TableCell>
            <TableCell className={`whitespace-nowrap text-muted ${wide}`}>{length}</TableCell>
          </tr>
        )
      })}
    </Table>
  )
}
