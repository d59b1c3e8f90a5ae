import { BellRing, Pause, Pencil, Play, RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCountries } from '#web/dashboard/index.ts'
import { countryName } from '#web/lib/country-name.ts'
import { ItemPage } from '#web/lib/item-page.tsx'
import { useOrganization } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { paths } from '#web/paths.ts'
import { useCanManageToken } from '#web/tokens/index.ts'
import { ConfirmButton } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardColumns, CardContent } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Monitor, type MonitorWithHistory, updateMonitorSchema } from '#worker/monitors/contract.ts'
import { IntervalField, intervalWords } from './interval-field.tsx'
import {
  checkNow,
  deleteMonitor,
  isChecking,
  setPaused,
  updateMonitor,
  useMonitor,
} from './monitor-actions.ts'
import { MonitorState } from './monitors-table.tsx'
import { Timeline } from './timeline.tsx'

export const MonitorPage = ({ monitorId }: { monitorId: string }) => (
  <ItemPage
    read={useMonitor(monitorId)}
    list={{ path: paths.monitoring, name: 'Monitors' }}
    failure="Failed to load the monitor"
    gone={{
      icon: <BellRing />,
      title: "This monitor doesn't exist",
      description: 'It was deleted, or it belongs to another organization.',
    }}
    loading="Loading the monitor"
  >
    {(monitor, organizationId) => <Content organizationId={organizationId} monitor={monitor} />}
  </ItemPage>
)

type ContentProps = { organizationId: string; monitor: MonitorWithHistory }

function Content({ organizationId, monitor }: ContentProps) {
  const { countryCode, tin, answer, customId, createdBy, differsSince, failingSince } = monitor
  const { countryOf } = useCountries()
  const country = countryOf(countryCode)?.name ?? countryName(countryCode)
  return (
    <CardColumns>
      <Card aria-label="Monitored number">
        <CardContent className="space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="wrap-anywhere font-mono font-semibold text-xl">{tin}</p>
            <MonitorState monitor={monitor} />
          </div>
          {differsSince ? (
            <Banner title="A change is being confirmed">
              The register's response has differed since <Time value={differsSince} style="date-time" />. We
              check again before we report a change.
            </Banner>
          ) : null}
          {failingSince ? (
            <Banner tone="warning" title="The register isn't responding">
              No response since <Time value={failingSince} style="date-time" />. That never counts as a
              change.
            </Banner>
          ) : null}
          {monitor.pausedBy === 'plan' ? (
            <Banner tone="warning" title="Paused by your plan">
              Your plan allows fewer monitors. Upgrade, or delete others and then resume this one.
            </Banner>
          ) : null}
          <Actions organizationId={organizationId} monitor={monitor} />
          <Definitions>
            {answer ? <Definition term="Result">{answer.reason}</Definition> : null}
            <Optional term="Registered name">{answer?.name}</Optional>
            <Optional term="Address">{answer?.address}</Optional>
            <Optional term="Status">{answer?.status}</Optional>
            <Optional term="Register">{answer?.register}</Optional>
            <Definition term="Country">{country}</Definition>
            <Optional term="Name you entered">{monitor.name}</Optional>
            <Optional term="Your ID">{customId}</Optional>
            <Definition term="Checked">
              {intervalWords[monitor.every]}
              <span className="block text-muted text-sm">
                <Checks monitor={monitor} />
              </span>
            </Definition>
            <Definition term="Added">
              <Time value={monitor.createdAt} style="date-time" />
              {createdBy ? <span className="block text-muted text-sm">by {createdBy}</span> : null}
            </Definition>
          </Definitions>
        </CardContent>
      </Card>
      <Timeline history={monitor.history} />
    </CardColumns>
  )
}

const Optional = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? (
    <Definition term={term}>
      <span dir="auto">{children}</span>
    </Definition>
  ) : null

function Checks({ monitor }: { monitor: MonitorWithHistory }) {
  const { checkedAt, nextCheckAt } = monitor
  return (
    <>
      {checkedAt ? (
        <>
          Last <Time value={checkedAt} style="date-time" />
          {nextCheckAt ? ', next ' : null}
        </>
      ) : nextCheckAt ? (
        'First '
      ) : null}
      {nextCheckAt === null ? null : isChecking(monitor) ? (
        'in a moment'
      ) : (
        <Time value={nextCheckAt} style="date-time" />
      )}
    </>
  )
}

function Actions({ organizationId, monitor }: ContentProps) {
  const navigate = useNavigate()
  const { data: organization } = useOrganization()
  const canManage = useCanManageToken()(monitor) && organization?.status === 'ACTIVE'
  const isPaused = monitor.pausedBy !== null
  if (!canManage) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isPaused ? null : (
        <Button
          variant="secondary"
          icon={<RotateCw />}
          pending={isChecking(monitor)}
          action={() => checkNow(organizationId, monitor)}
        >
          Check Now
        </Button>
      )}
      {/* The same button, so that it keeps the focus. */}
      <Button
        variant="secondary"
        icon={isPaused ? <Play /> : <Pause />}
        action={() => setPaused(organizationId, monitor, !isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <DialogButton
        variant="secondary"
        icon={<Pencil />}
        dialog={(close) => <EditDialog organizationId={organizationId} monitor={monitor} onClose={close} />}
      >
        Edit
      </DialogButton>
      <ConfirmButton
        variant="secondary"
        icon={<Trash2 />}
        question={{
          title: 'Delete this monitor?',
          description: 'We stop checking the number and delete its timeline.',
          confirmLabel: 'Delete Monitor',
          pendingLabel: 'Deleting...',
          onConfirm: async () => {
            if (await deleteMonitor(organizationId, monitor))
              void navigate(paths.monitoring, { replace: true })
          },
        }}
      >
        Delete
      </ConfirmButton>
    </div>
  )
}

type EditDialogProps = { organizationId: string; monitor: Monitor; onClose: () => void }

function EditDialog({ organizationId, monitor, onClose }: EditDialogProps) {
  const { form, field, choice, dialog } = useDialogForm({
    schema: updateMonitorSchema.pick({ every: true, name: true, customId: true }),
    defaultValues: { every: monitor.every, name: monitor.name ?? '', customId: monitor.customId ?? '' },
    draft: `monitor 1 ${monitor.id}`,
    failure: 'Failed to save monitor',
    save: async (changes) => {
      await updateMonitor(organizationId, monitor, changes)
      toast.success('Monitor saved')
      onClose()
    },
  })
  return (
    <FormDialog title="Edit Monitor" {...dialog} onClose={onClose}>
      <div className="space-y-4">
        <IntervalField {...choice('every')} value={form.watch('every') ?? monitor.every} />
        <TextField
          label="Name"
          optional
          hint="We compare it with the register's."
          {...field('name')}
          maxLength={200}
        />
        <TextField
          label="Your ID"
          optional
          hint="Such as a customer number."
          {...field('customId')}
          maxLength={200}
        />
      </div>
    </FormDialog>
  )
}
