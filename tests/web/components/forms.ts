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
  | `${string}/csv`
  | `${string}/ndjson`
  | `${string} /api/paddle/${string}`
  | 'POST /api/subscription/verify'
  | 'POST /api/tinproof/sandbox-token'
/** Its form asks for the organization. */
type Asking = 'POST /api/oauth/consent'
/** A new call that changes something doesn't compile without a form here. */
type Forms = Readonly<
  Record<Exclude<ChangingCall, WithoutOrganization | WithoutForm | Asking>, Readonly<Record<string, Form>>>
>

export const forms: Forms = {
  'POST /api/tokens': {
    'a new token': {
      path: '/tokens',
      open: () => click(button('Create New Token').first()),
      send: async () => {
        await dialog.getByLabelText('Token name').fill('Checkout')
        await click(inDialog('Create Token'))
      },
    },
  },
  'PATCH /api/tokens/:tokenId': {
    'the addresses of a token': {
      ...tokenForm,
      open: () => click(button('Limit')),
      send: () => click(inDialog('Save')),
    },
  },
  'DELETE /api/tokens/:tokenId': {
    'revoking a token': {
      ...tokenForm,
      open: () => click(button('Revoke Token')),
      send: () => click(inDialog('Delete Token')),
    },
  },
  'POST /api/tokens/:tokenId/rotate': {
    'rotating a token': {
      ...tokenForm,
      open: () => click(button('Rotate…')),
      send: () => click(inDialog('Rotate Token')),
    },
  },
  'DELETE /api/tokens/:tokenId/old-secret': {
    'an old secret': {
      path: '/tokens',
      answers: { '/api/tokens': { $get: [token({ oldSecret })] } },
      open: () => click(button('End Now')),
      send: () => click(inDialog('End Old Secret')),
    },
  },
  'DELETE /api/tokens/:tokenId/schedule': {
    'keeping a token': { ...tokenForm, send: () => click(button('Keep Token')) },
  },
  'POST /api/organization/invite': {
    'an invitation': {
      path: '/organization/team',
      open: () => click(button('Invite User')),
      send: async () => {
        await dialog.getByLabelText('Email').fill(invitation.email)
        await click(inDialog('Send Invitation'))
      },
    },
  },
  'PATCH /api/organization/user-role': {
    'a new role': {
      ...teamForm,
      open: () => click(button(`Actions for ${grace.email}`), item('Change role')),
      send: () => click(page.getByRole('radio', { name: /^Admin/ }), inDialog('Change Role')),
    },
  },
  'DELETE /api/organization/remove-member': {
    'removing a member': {
      ...teamForm,
      open: () => click(button(`Actions for ${grace.email}`), item('Remove from organization')),
      send: () => click(inDialog('Remove Member')),
    },
  },
  'POST /api/organization/invitations/:invitationId/resend': {
    'resending an invitation': { ...teamForm, send: () => click(button('Resend')) },
  },
  'DELETE /api/organization/invitations/:invitationId': {
    'revoking an invitation': {
      ...teamForm,
      open: () => click(button('Revoke')),
      send: () => click(inDialog('Revoke Invitation')),
    },
  },
  'PATCH /api/organization': {
    'a new name': {
      ...teamForm,
      path: '/organization',
      open: () => click(button('Rename')),
      send: async () => {
        await dialog.getByLabelText('Organization name').fill('Southwind')
        await click(inDialog('Save'))
      },
    },
    'the VAT number': {
      ...teamForm,
      path: '/organization',
      open: () => click(button('Add VAT number')),
      send: async () => {
        await dialog.getByLabelText('Your VAT number').fill('GB980780684')
        await click(inDialog('Save'))
      },
    },
    'how long batches are kept': {
      ...teamForm,
      path: '/organization/data',
      open: () => click(button('Edit batch retention')),
      send: async () => {
        await dialog.getByLabelText('Days').fill('7')
        await click(inDialog('Save'))
      },
    },
    'which records are kept': {
      ...teamForm,
      path: '/organization/data',
      open: () => click(button('Edit records')),
      send: () => click(inDialog('Save')),
    },
    'the digest of monitors': { ...monitorsForm, send: () => pick('Email digest', 'Daily') },
  },
  'PUT /api/organization/two-factor': {
    'the two-factor rule': {
      ...teamForm,
      path: '/organization/security',
      open: () => click(button('Edit two-factor requirement')),
      send: () => click(inDialog('Require')),
    },
  },
  'POST /api/organization/leave': {
    leaving: {
      path: '/organization/team',
      answers: {
        '/api/organization/members': {
          $get: [
            { ...grace, id: user.id, email: user.email },
            { ...grace, role: 'admin' },
          ],
        },
      },
      open: () => click(button('Leave Organization')),
      send: () => click(inDialog('Leave Organization')),
    },
  },
  'DELETE /api/organization': {
    'deleting the organization': {
      ...teamForm,
      path: '/organization/data',
      open: () => click(button('Delete Organization')),
      send: async () => {
        await dialog.getByRole('textbox').fill(organization.name)
        await click(inDialog('Delete Organization'))
      },
    },
  },
  'POST /api/organization/restore': {
    'restoring the organization': {
      path: '/organization',
      answers: of({ ...organization, status: 'DISABLED', deleteAt: '2999-01-01T00:00:00.000Z' }),
      send: () => click(button('Restore Organization')),
    },
  },
  'PATCH /api/organization/onboarding': {
    'hiding the checklist': {
      path: '/',
      answers: {
        ...countries,
        ...of({ ...organization, onboarding: 'checklist' }),
        '/api/organization/onboarding': {
          $get: { hasValidated: false, hasToken: false, call: null, hasInvited: false },
        },
      },
      send: () => click(button('Hide the checklist')),
    },
  },
  'POST /api/projects': {
    'a new project': {
      ...teamForm,
      path: '/organization/projects',
      open: () => click(button('New Project')),
      send: async () => {
        await dialog.getByLabelText('Project name').fill('Shop')
        await click(inDialog('Create Project'))
      },
    },
  },
  'POST /api/projects/:projectId/key': {
    'a new project key': {
      ...teamForm,
      path: '/organization/projects',
      open: () => click(button(`Actions for ${project.name}`), item('Create new key')),
      send: () => click(inDialog('Create New Key')),
    },
  },
  'DELETE /api/projects/:projectId': {
    'deleting a project': {
      ...teamForm,
      path: '/organization/projects',
      open: () => click(button(`Actions for ${project.name}`), item('Delete project')),
      send: () => click(inDialog('Delete Project')),
    },
  },
  'POST /api/organization/upgrade': {
    'an upgrade': { path: '/products', send: () => click(button(/Upgrade/).first()) },
  },
  'POST /api/subscription/change': {
    'another plan': {
      ...billingForm,
      open: () => click(button('Change Plan')),
      send: () => click(inDialog(/^Pay/)),
    },
    'keeping the plan': {
      ...billingWith({ nextPlan: 'PRO', plan: 'ENTERPRISE' }),
      send: () => click(button('Keep Enterprise')),
    },
  },
  'POST /api/subscription/cancel': {
    'canceling the subscription': {
      ...billingForm,
      open: () => click(button('Cancel Subscription')),
      send: () => click(inDialog('Cancel Subscription')),
    },
  },
  'POST /api/subscription/undo-cancel': {
    'undoing the cancellation': {
      ...billingWith({ cancelsAt: '2999-01-01T00:00:00.000Z' }),
      send: () => click(button('Undo Cancellation')),
    },
  },
  'POST /api/subscription/resume': {
    'resuming the subscription': {
      ...billingWith({ status: 'paused' }),
      send: () => click(button('Resume Subscription')),
    },
  },
  'POST /api/subscription/portal': {
    'the customer portal': { ...billingForm, send: () => click(button("Open Paddle's Customer Portal")) },
  },
  'PUT /api/organization/billing-details': {
    'billing details': {
      ...billingForm,
      open: () => click(button('Edit Billing Details')),
      send: () => click(inDialog('Save')),
    },
  },
  'POST /api/tinproof/validate': {
    'a validation': { path: '/', answers: countries, send: validate },
    'a pasted list': {
      path: '/',
      answers: countries,
      prepare: () => click(button('Paste a List')),
      send: async () => {
        await page.getByLabelText('Tax IDs').fill('DE136695976')
        await click(button('Validate', page, { exact: true }))
      },
    },
  },
  'POST /api/records': {
    'keeping a record': {
      path: '/',
      answers: { ...countries, '/api/tinproof/validate': { $post: validation() } },
      prepare: validate,
      send: () => click(button('Keep a Record')),
    },
  },
  'PUT /api/records/:recordId/link': {
    'sharing a record': { ...recordWith({}), send: () => click(button('Create Link')) },
  },
  'DELETE /api/records/:recordId/link': {
    'removing the link of a record': {
      ...recordWith({ link: { url: 'https://tinproof.test/record#secret', expiresAt: at } }),
      open: () => click(button('Remove Link')),
      send: () => click(inDialog('Remove Link')),
    },
  },
  'DELETE /api/tinproof/records/:recordId': {
    'deleting a record': {
      ...recordWith({}),
      open: () => click(button('Delete Record')),
      send: () => click(inDialog('Delete Record')),
    },
  },
  'POST /api/tinproof/batches/estimate': {
    'the estimate of a batch': { ...pastedBatch, send: () => click(button('Preview')) },
  },
  'POST /api/tinproof/batches': {
    'a batch': { ...pastedBatch, send: () => click(button('Preview'), button('Start Batch')) },
  },
  'POST /api/tinproof/batches/:batchId/cancel': {
    'canceling a batch': {
      ...batchWith({ state: 'processing', pendingRows: 1, completedAt: null }),
      open: () => click(button('Cancel Batch')),
      send: () => click(inDialog('Cancel Batch')),
    },
  },
  'POST /api/tinproof/batches/:batchId/retry': {
    'retrying rows': {
      ...batchWith({ retryableRows: 1, retryUntil: '2999-01-01T00:00:00.000Z' }),
      send: () => click(button(/^Retry/)),
    },
  },
  'DELETE /api/tinproof/batches/:batchId': {
    'deleting a batch': {
      ...batchWith({}),
      open: () => click(button('Delete Batch')),
      send: () => click(inDialog('Delete Batch')),
    },
  },
  'POST /api/tinproof/monitors': {
    'a new monitor': {
      ...monitorsForm,
      open: () => click(button('Monitor Numbers')),
      send: async () => {
        await dialog.getByLabelText('Tax IDs').fill('DE136695976')
        await click(inDialog('Start Monitoring'))
      },
    },
  },
  'POST /api/tinproof/monitors/import': {
    'monitors for a batch': {
      ...batchWith({}),
      open: () => click(button('Monitor These')),
      send: () => click(inDialog('Start Monitoring')),
    },
  },
  'PATCH /api/tinproof/monitors/:monitorId': {
    'a changed monitor': {
      ...monitorForm,
      open: () => click(button('Edit')),
      send: async () => {
        await dialog.getByLabelText('Your ID').fill('K-7')
        await click(inDialog('Save'))
      },
    },
    'pausing a monitor': { ...monitorForm, send: () => click(button('Pause')) },
  },
  'POST /api/tinproof/monitors/:monitorId/check': {
    'checking a monitor': { ...monitorForm, send: () => click(button('Check Now')) },
  },
  'DELETE /api/tinproof/monitors/:monitorId': {
    'deleting a monitor': {
      ...monitorForm,
      open: () => click(button('Delete')),
      send: () => click(inDialog('Delete Monitor')),
    },
  },
  'POST /api/webhooks': {
    'a new endpoint': {
      path: '/webhooks',
      answers: { '/api/webhooks': { $get: [] } },
      open: () => click(button('New Endpoint')),
      send: async () => {
        await dialog.getByRole('textbox', { name: 'URL' }).fill(endpointUrl)
        await click(inDialog('Create Endpoint'))
      },
    },
  },
  'PATCH /api/webhooks/:endpointId': {
    'a changed endpoint': {
      ...endpointForm,
      open: () => click(button(`Actions for ${endpointUrl}`), item('Edit')),
      send: () => click(inDialog('Save')),
    },
    'disabling an endpoint': {
      ...endpointForm,
      send: () => click(button(`Actions for ${endpointUrl}`), item('Disable')),
    },
  },
  'DELETE /api/webhooks/:endpointId': {
    'deleting an endpoint': {
      ...endpointForm,
      open: () => click(button(`Actions for ${endpointUrl}`), item(/Delete/)),
      send: () => click(inDialog(/Delete/)),
    },
  },
  'POST /api/webhooks/:endpointId/secret': {
    'a new secret': {
      ...endpointForm,
      open: () => click(button(`Actions for ${endpointUrl}`), item('Rotate Secret')),
      send: () => click(inDialog('Rotate Secret')),
    },
  },
  'POST /api/webhooks/:endpointId/test': {
    'a test event': {
      ...endpointForm,
      send: () => click(button('Send Test Event')),
    },
  },
  'POST /api/webhooks/:endpointId/deliveries/:deliveryId/replay': {
    'sending an event again': {
      ...endpointForm,
      open: () => click(button('batch.completed')),
      send: () => click(inDialog('Replay')),
    },
  },
  'POST /api/support/submit': {
    'a support request': {
      path: '/support',
      answers: { '/api/support/requests': { $get: { requests: [], next: null } } },
      send: async () => {
        await page.getByLabelText('Subject').fill('Invoice')
        await pick('Category', 'Billing')
        await page.getByLabelText('Message').fill('It names the old address.')
        await click(button('Submit Request'))
      },
    },
  },
}
