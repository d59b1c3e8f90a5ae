import type { CallPage } from './call-page.ts'

const history = [
  { schema: 'MonitorWithHistory', title: 'The monitor' },
  { schema: 'MonitorAnswer', title: '`answer`, `before` and `after`' },
  { schema: 'MonitorChange', title: '`history[]`' },
] as const
const monitor = [
  { schema: 'Monitor', title: 'The monitor' },
  { schema: 'MonitorAnswer', title: '`answer`' },
] as const
const guide = 'To learn what counts as a change, see [Monitoring](/docs/guides/monitoring).'

export const monitorCalls = (): readonly CallPage[] => [
  {
    operationId: 'createMonitor',
    description:
      'POST /api/tinproof/monitors checks a tax ID or VAT number regularly, and tells you when its registration changes.',
    keywords: 'monitoring recheck watch change alert',
    needsLiveToken: true,
    prints: ['id'],
    intro: guide,
    request: [{ schema: 'CreateMonitorRequest', title: 'Request body' }],
    response: monitor,
  },
  {
    operationId: 'listMonitors',
    description:
      'GET /api/tinproof/monitors returns your monitored tax IDs with their last result, by result, change or state.',
    keywords: 'monitoring changed failing',
    needsLiveToken: true,
    response: [{ schema: 'MonitorList', title: 'The page' }, ...monitor],
  },
  {
    operationId: 'importMonitors',
    description: 'POST /api/tinproof/monitors/import monitors all valid numbers of a batch or a file.',
    keywords: 'monitoring bulk CSV upload',
    needsLiveToken: true,
    request: [{ schema: 'ImportBatchRequest', title: 'Request body' }],
    response: [{ schema: 'ImportedMonitors', title: 'Numbers of rows' }],
  },
  {
    operationId: 'getMonitor',
    description:
      'GET /api/tinproof/monitors/{monitorId} returns a monitored tax ID with its history: what changed, and when.',
    keywords: 'monitoring history timeline',
    needsLiveToken: true,
    response: history,
  },
  {
    operationId: 'updateMonitor',
    description:
      'PATCH /api/tinproof/monitors/{monitorId} changes how often a tax ID is checked, or pauses and resumes it.',
    needsLiveToken: true,
    request: [{ schema: 'UpdateMonitorRequest', title: 'Request body' }],
    response: monitor,
  },
  {
    operationId: 'checkMonitor',
    description: 'POST /api/tinproof/monitors/{monitorId}/check checks a monitored tax ID now.',
    needsLiveToken: true,
    response: monitor,
  },
  {
    operationId: 'deleteMonitor',
    description:
      'DELETE /api/tinproof/monitors/{monitorId} deletes a monitored tax ID with its history immediately.',
    needsLiveToken: true,
    intro: 'The response has no body.',
  },
]
