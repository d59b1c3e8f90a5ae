import {
  createMonitorSchema,
  importBatchSchema,
  importedSchema,
  monitorAnswerSchema,
  monitorChangeSchema,
  monitorListSchema,
  monitorSchema,
  monitorWithHistorySchema,
  updateMonitorSchema,
} from '#worker/monitors/contract.ts'
import { type Part, part } from './part.ts'

const every = { description: 'How often the number is checked: at least once a `day`, `week` or `month`.' }
const name =
  "A name to compare with the register's. If they differ, the result is `different_name`. An empty text removes it."
const customId = 'Your own ID, such as that of a customer. Stored encrypted, like the number.'

const monitorTexts = {
  id: { description: 'Unique ID.', examples: ['monitor_4q7Z9kTn2WxYb8RcVd3LmP'] },
  live: '`false` for a monitor of a test token: no register is called.',
  countryCode: 'The country.',
  tin: 'The number as you sent it.',
  type: 'The type that you sent.',
  name: "The name that is compared with the register's.",
  customId: 'Your own ID.',
  every,
  pausedBy:
    'Why the monitor is paused: by a `member` or an API call, or because it exceeds the limit of the `plan`. `null` if it is active.',
  answer: 'What we last reported. `null` until the first check has ended.',
  checkedAt: 'When a check last got a response.',
  nextCheckAt: 'When the next check is due. `null` if the monitor is paused.',
  changedAt: 'When it last changed.',
  differsSince: "Since when the register responds differently, which we haven't confirmed yet.",
  failingSince: 'Since when checks have ended without a response.',
  createdBy: 'Email of the user who created it in the dashboard.',
  createdAt: 'When it was created.',
}

export const monitorParts: Readonly<Record<string, Part>> = {
  CreateMonitorRequest: part(
    createMonitorSchema.omit({ organizationId: true }),
    'A number, and how often to check it.',
    {
      countryCode: 'The country, as two letters.',
      tin: 'The number.',
      type: 'One of the types of the country. If omitted, we find it.',
      name,
      every,
      customId,
      sandbox: 'With a test token: how the simulated register responds.',
    },
  ),
  UpdateMonitorRequest: part(
    updateMonitorSchema.omit({ organizationId: true }),
    'What to change. Omitted fields stay.',
    {
      every,
      name: `${name} The number is checked at once.`,
      customId: 'Your own ID. An empty text removes it.',
      paused: '`true` pauses the monitor. `false` resumes it and checks the number at once.',
    },
  ),
  ImportBatchRequest: part(
    importBatchSchema.omit({ organizationId: true }),
    'A batch of your organization.',
    {
      batchId: 'ID of the batch. Its valid rows are imported, without names.',
      every,
    },
  ),
  ImportedMonitors: part(importedSchema, 'Numbers of rows.', {
    created: 'New monitors.',
    existing: 'Numbers that are already monitored.',
    invalid: 'Rows without a valid number.',
    overLimit: "Rows beyond the limit of your plan. They aren't monitored.",
  }),
  MonitorAnswer: part(monitorAnswerSchema, 'What a check found.', {
    result: 'The result, as in a validation.',
    reason: 'A sentence that says why.',
    name: 'The registered name.',
    address: 'The registered address.',
    status: 'The status of the registration, as the register words it.',
    register: 'The register that responded.',
  }),
  MonitorChange: part(monitorChangeSchema, 'The first result, or a change.', {
    at: 'When we reported it.',
    changed:
      'What changed: `result`, `name`, `address`, `status`, or `rules` if our rules for the number changed. Empty for the first result.',
    before: 'What it was before. `null` for the first result.',
    after: 'What it has been since then.',
  }),
  Monitor: part(monitorSchema, 'A number that is checked regularly.', monitorTexts),
  MonitorWithHistory: part(monitorWithHistorySchema, 'A monitor with its history.', {
    ...monitorTexts,
    history: 'The newest change first.',
  }),
  MonitorList: part(monitorListSchema, 'A page of monitors.', {
    monitors: 'Monitors, newest first.',
    next: 'Send it as `cursor` to get the next page. `null` on the last page.',
    monitorCount: 'Number of monitors of the organization, paused ones included.',
    monitorLimit: 'How many your plan allows.',
  }),
}
