import type { Locator } from 'vitest/browser'
import { button, page } from './app.tsx'
import {
  at,
  countries,
  endpointUrl,
  grace,
  invitation,
  oldSecret,
  organization,
  project,
  token,
  user,
  validation,
} from './data.ts'
import {
  batchWith,
  billingForm,
  billingWith,
  click,
  dialog,
  endpointForm,
  type Form,
  inDialog,
  item,
  monitorForm,
  monitorsForm,
  of,
  pastedBatch,
  pick,
  recordWith,
  teamForm,
  tokenForm,
  validate,
} from './form-screens.ts'
import type { ChangingCall } from './server.ts'

/** Calls of an account, and of the platform's administrators. */
type WithoutOrganization = `${string} /api/${
  | 'admin'
  | 'auth'
  | 'email-change'
  | 'invitations'
  | 'login'
  | 'logout'
  | 'records/open'
  | 'register'
  | 'support/requests'
  | 'user'}${string}`
/** Calls of programs, and of payments, which `checkout.test.ts` is about. */
type WithoutForm =
  | 'POST /api/tinproof/batches'
  | `${string}/import/csv`
  | `${string}/ndjson`
  | `${string} /api/paddle/${string}`
  | 'POST /api/subscription/verify'
  | 'POST /api/tinproof/sandbox-token'
/** Its form asks for the organization. */
type Asking = 'POST /api/oauth/consent'
/** A new call that changes something doesn't compile without a form here. */
type Forms = Readonly<
  Record<Exclude<ChangingCall, WithoutOrganization | WithoutForm | Asking>, Form | readonly Form[]>
>

type Screen = Omit<Form, 'open' | 'send'>

/** Asks in a dialog, which `opened` opens, and sends it by the button `sent`. */
const asks = (
  screen: Screen,
  opened: readonly Locator[],
  sent: string | RegExp,
  fill?: () => Promise<unknown>,
): Form => ({
  ...screen,
  open: () => click(...opened),
  send: async () => {
    await fill?.()
    await click(inDialog(sent))
  },
})

/** Asks nothing. */
const does = (screen: Screen, ...clicked: readonly Locator[]): Form => ({
  ...screen,
  send: () => click(...clicked),
})

const types = (label: string, text: string) => () => dialog.getByLabelText(label).fill(text)
const actions = (of: string) => button(`Actions for ${of}`)

const general: Screen = { ...teamForm, path: '/organization' }
const data: Screen = { ...teamForm, path: '/organization/data' }
const security: Screen = { ...teamForm, path: '/organization/security' }
const projects: Screen = { ...teamForm, path: '/organization/projects' }

export const forms: Forms = {
  'POST /api/tokens': asks(
    { path: '/tokens' },
    [button('Create New Token').first()],
    'Create Token',
    types('Token name', 'Checkout'),
  ),
  'PATCH /api/tokens/:tokenId': asks(tokenForm, [button('Limit')], 'Save'),
  'DELETE /api/tokens/:tokenId': asks(tokenForm, [button('Revoke Token')], 'Delete Token'),
  'POST /api/tokens/:tokenId/rotate': asks(tokenForm, [button('Rotate…')], 'Rotate Token'),
  'DELETE /api/tokens/:tokenId/old-secret': asks(
    { path: '/tokens', answers: { '/api/tokens': { $get: [token({ oldSecret })] } } },
    [button('End Now')],
    'End Old Secret',
  ),
  'DELETE /api/tokens/:tokenId/schedule': does(tokenForm, button('Keep Token')),
  'POST /api/organization/invite': asks(
    { path: '/organization/team' },
    [button('Invite User')],
    'Send Invitation',
    types('Email', invitation.email),
  ),
  'PATCH /api/organization/user-role': asks(
    teamForm,
    [actions(grace.email), item('Change role')],
    'Change Role',
    () => click(page.getByRole('radio', { name: /^Admin/ })),
  ),
  'DELETE /api/organization/remove-member': asks(
    teamForm,
    [actions(grace.email), item('Remove from organization')],
    'Remove Member',
  ),
  'POST /api/organization/invitations/:invitationId/resend': does(teamForm, button('Resend')),
  'DELETE /api/organization/invitations/:invitationId': asks(
    teamForm,
    [button('Revoke')],
    'Revoke Invitation',
  ),
  'PATCH /api/organization': [
    asks(general, [button('Rename')], 'Save', types('Organization name', 'Southwind')),
    asks(general, [button('Add VAT number')], 'Save', types('Your VAT number', 'GB980780684')),
    asks(data, [button('Edit batch retention')], 'Save', types('Days', '7')),
    asks(data, [button('Edit records')], 'Save'),
    { ...monitorsForm, send: () => pick('Email digest', 'Daily') },
  ],
  'PUT /api/organization/two-factor': asks(security, [button('Edit two-factor requirement')], 'Require'),
  'POST /api/organization/leave': asks(
    {
      path: '/organization/team',
      answers: {
        '/api/organization/members': {
          $get: [
            { ...grace, id: user.id, email: user.email },
            { ...grace, role: 'admin' },
          ],
        },
      },
    },
    [button('Leave Organization')],
    'Leave Organization',
  ),
  'DELETE /api/organization': asks(data, [button('Delete Organization')], 'Delete Organization', () =>
    dialog.getByRole('textbox').fill(organization.name),
  ),
  'POST /api/organization/restore': does(
    {
      path: '/organization',
      answers: of({ ...organization, status: 'DISABLED', deleteAt: '2999-01-01T00:00:00.000Z' }),
    },
    button('Restore Organization'),
  ),
  'PATCH /api/organization/onboarding': does(
    {
      path: '/',
      answers: {
        ...countries,
        ...of({ ...organization, onboarding: 'checklist' }),
        '/api/organization/onboarding': {
          $get: { hasValidated: false, hasToken: false, call: null, hasInvited: false },
        },
      },
    },
    button('Hide the checklist'),
  ),
  'POST /api/projects': asks(
    projects,
    [button('New Project')],
    'Create Project',
    types('Project name', 'Shop'),
  ),
  'POST /api/projects/:projectId/key': asks(
    projects,
    [actions(project.name), item('Create new key')],
    'Create New Key',
  ),
  'DELETE /api/projects/:projectId': asks(
    projects,
    [actions(project.name), item('Delete project')],
    'Delete Project',
  ),
  'POST /api/organization/upgrade': does({ path: '/products' }, button(/Upgrade/).first()),
  'POST /api/subscription/change': [
    asks(billingForm, [button('Change Plan')], /^Pay/),
    does(
      billingWith({ plan: 'ENTERPRISE', state: { kind: 'downgrading', at, to: 'PRO' } }),
      button('Keep Enterprise'),
    ),
  ],
  'POST /api/subscription/cancel': asks(billingForm, [button('Cancel Subscription')], 'Cancel Subscription'),
  'POST /api/subscription/undo-cancel': does(
    billingWith({ state: { kind: 'canceling', at: '2999-01-01T00:00:00.000Z' } }),
    button('Undo Cancellation'),
  ),
  'POST /api/subscription/resume': does(
    billingWith({ state: { kind: 'paused' } }),
    button('Resume Subscription'),
  ),
  'POST /api/subscription/portal': does(billingForm, button("Open Paddle's Customer Portal")),
  'PUT /api/organization/billing-details': asks(billingForm, [button('Edit Billing Details')], 'Save'),
  'POST /api/tinproof/validate': [
    { path: '/', answers: countries, send: validate },
    {
      path: '/',
      answers: countries,
      prepare: () => click(button('Paste a List')),
      send: async () => {
        await page.getByLabelText('Tax IDs').fill('DE136695976')
        await click(button('Validate', page, { exact: true }))
      },
    },
  ],
  'POST /api/records': does(
    {
      path: '/',
      answers: { ...countries, '/api/tinproof/validate': { $post: validation() } },
      prepare: validate,
    },
    button('Keep a Record'),
  ),
  'PUT /api/records/:recordId/link': does(recordWith({}), button('Create Link')),
  'DELETE /api/records/:recordId/link': asks(
    recordWith({ link: { url: 'https://tinproof.test/record#secret', expiresAt: at } }),
    [button('Remove Link')],
    'Remove Link',
  ),
  'DELETE /api/tinproof/records/:recordId': asks(recordWith({}), [button('Delete Record')], 'Delete Record'),
  'POST /api/tinproof/batches/estimate': does(pastedBatch, button('Preview')),
  'POST /api/tinproof/batches/csv': does(pastedBatch, button('Preview'), button('Start Batch')),
  'POST /api/tinproof/batches/:batchId/cancel': asks(
    batchWith({ state: 'processing', pendingRows: 1, completedAt: null }),
    [button('Cancel Batch')],
    'Cancel Batch',
  ),
  'POST /api/tinproof/batches/:batchId/retry': does(
    batchWith({ retryableRows: 1, retryUntil: '2999-01-01T00:00:00.000Z' }),
    button(/^Retry/),
  ),
  'DELETE /api/tinproof/batches/:batchId': asks(batchWith({}), [button('Delete Batch')], 'Delete Batch'),
  'POST /api/tinproof/monitors': asks(
    monitorsForm,
    [button('Monitor Numbers')],
    'Start Monitoring',
    types('Tax IDs', 'DE136695976'),
  ),
  'POST /api/tinproof/monitors/import': asks(batchWith({}), [button('Monitor These')], 'Start Monitoring'),
  'PATCH /api/tinproof/monitors/:monitorId': [
    asks(monitorForm, [button('Edit')], 'Save', types('Your ID', 'K-7')),
    does(monitorForm, button('Pause')),
  ],
  'POST /api/tinproof/monitors/:monitorId/check': does(monitorForm, button('Check Now')),
  'DELETE /api/tinproof/monitors/:monitorId': asks(monitorForm, [button('Delete')], 'Delete Monitor'),
  'POST /api/webhooks': asks(
    { path: '/webhooks', answers: { '/api/webhooks': { $get: [] } } },
    [button('New Endpoint')],
    'Create Endpoint',
    () => dialog.getByRole('textbox', { name: 'URL' }).fill(endpointUrl),
  ),
  'PATCH /api/webhooks/:endpointId': [
    asks(endpointForm, [actions(endpointUrl), item('Edit')], 'Save'),
    does(endpointForm, actions(endpointUrl), item('Disable')),
  ],
  'DELETE /api/webhooks/:endpointId': asks(endpointForm, [actions(endpointUrl), item(/Delete/)], /Delete/),
  'POST /api/webhooks/:endpointId/secret': asks(
    endpointForm,
    [actions(endpointUrl), item('Rotate Secret')],
    'Rotate Secret',
  ),
  'POST /api/webhooks/:endpointId/test': does(endpointForm, button('Send Test Event')),
  'POST /api/webhooks/:endpointId/deliveries/:deliveryId/replay': asks(
    endpointForm,
    [button('batch.completed')],
    'Replay',
  ),
  'POST /api/support/submit': {
    path: '/support',
    answers: { '/api/support/requests': { $get: { requests: [], next: null } } },
    send: async () => {
      await page.getByLabelText('Subject').fill('Invoice')
      await pick('Category', 'Billing')
      await page.getByLabelText('Message').fill('It names the old address.')
      await click(button('Submit Request'))
    },
  },
}
