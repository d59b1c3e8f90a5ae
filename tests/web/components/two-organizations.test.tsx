// @module-tag deep
import type { Locator } from 'vitest/browser'
import { listCountries } from '#worker/validation/list-countries.ts'
import { button, expect, expectVisible, page, test } from './app.tsx'
import {
  at,
  endpoint,
  endpointUrl,
  grace,
  invitation,
  monitor,
  organization,
  subscription,
  team,
  token,
  user,
} from './data.ts'
import { type Answers, unavailable } from './server.ts'

const second = { ...organization, id: 'org_2', name: 'Second Company' }
const both: Answers = {
  ...team,
  '/api/user/organizations': { $get: [organization, second] },
  '/api/organization': {
    $get: ({ url }) => (url.includes('org_2') ? second : organization),
    $patch: unavailable,
    $delete: unavailable,
  },
}

/** What another tab does. */
function switchElsewhere(): void {
  localStorage.setItem('selectedOrganizationId', 'org_2')
  const change = { key: 'selectedOrganizationId', newValue: 'org_2', storageArea: localStorage }
  window.dispatchEvent(new StorageEvent('storage', change))
}

const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
const inDialog = (name: string | RegExp) => button(name, dialog)
const click = async (...locators: readonly Locator[]) => {
  for (const locator of locators) await locator.click()
}
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

type Form = {
  path: string
  answers: Answers
  /** Opens a dialog. */
  open?: () => Promise<unknown>
  /** Sends it, or does without a dialog what the screen offers. */
  send: () => Promise<unknown>
}

const countries: Answers = {
  '/api/tinproof/countries': { $get: listCountries({}) },
  '/api/tinproof/registers': { $get: { updatedAt: at, registers: [] } },
  '/api/tinproof/validate': { $post: unavailable },
}
const teamForm = {
  path: '/organization',
  answers: {
    '/api/organization/members': {
      $get: [{ ...grace, id: user.id, email: user.email, role: 'admin' }, grace],
    },
    '/api/organization/invitations': { $get: [invitation] },
    '/api/organization/invitations/:invitationId': { $delete: unavailable },
    '/api/organization/invitations/:invitationId/resend': { $post: unavailable },
    '/api/organization/user-role': { $patch: unavailable },
    '/api/organization/remove-member': { $delete: unavailable },
    '/api/organization/two-factor': { $put: unavailable },
    '/api/organization/leave': { $post: unavailable },
    '/api/projects': { $get: [], $post: unavailable },
    '/api/subscription': { $get: { configured: true, subscription, invoices: [], details: null } },
    '/api/subscription/cancel': { $post: unavailable },
  },
} satisfies Partial<Form>
const monitorForm = {
  path: `/monitoring/${monitor().id}`,
  answers: {
    ...countries,
    '/api/tinproof/monitors/:monitorId': {
      $get: { ...monitor(), history: [] },
      $patch: unavailable,
      $delete: unavailable,
    },
  },
} satisfies Partial<Form>
const endpointForm = {
  path: '/webhooks',
  answers: {
    '/api/webhooks': { $get: [endpoint()] },
    '/api/webhooks/:endpointId': { $patch: unavailable, $delete: unavailable },
  },
} satisfies Partial<Form>

const forms: Readonly<Record<string, Form>> = {
  'a new token': {
    path: '/tokens',
    answers: { '/api/tokens': { $post: unavailable } },
    open: () => click(button('Create New Token').first()),
    send: async () => {
      await dialog.getByLabelText('Token name').fill('Checkout')
      await click(inDialog('Create Token'))
    },
  },
  'revoking a token': {
    path: '/tokens',
    answers: { '/api/tokens': { $get: [token({})] }, '/api/tokens/:tokenId': { $delete: unavailable } },
    open: () => click(button('Revoke Token')),
    send: () => click(inDialog('Delete Token')),
  },
  'keeping a token': {
    path: '/tokens',
    answers: {
      '/api/tokens': { $get: [token({ deleteAt: '2999-01-01T00:00:00.000Z' })] },
      '/api/tokens/:tokenId/schedule': { $delete: unavailable },
    },
    send: () => click(button('Keep Token')),
  },
  'an invitation': {
    path: '/organization',
    answers: { '/api/organization/invite': { $post: unavailable } },
    open: () => click(button('Invite User')),
    send: async () => {
      await dialog.getByLabelText('Email').fill(invitation.email)
      await click(inDialog('Send Invitation'))
    },
  },
  'a new role': {
    ...teamForm,
    open: () => click(button(`Actions for ${grace.email}`), item('Change role')),
    send: () => click(page.getByRole('radio', { name: /^Admin/ }), inDialog('Change Role')),
  },
  'removing a member': {
    ...teamForm,
    open: () => click(button(`Actions for ${grace.email}`), item('Remove from organization')),
    send: () => click(inDialog('Remove Member')),
  },
  'resending an invitation': { ...teamForm, send: () => click(button('Resend')) },
  'revoking an invitation': {
    ...teamForm,
    open: () => click(button('Revoke')),
    send: () => click(inDialog('Revoke Invitation')),
  },
  'a new name': {
    ...teamForm,
    open: () => click(button('Rename')),
    send: async () => {
      await dialog.getByLabelText('Organization name').fill('Southwind')
      await click(inDialog('Save'))
    },
  },
  'the VAT number': {
    ...teamForm,
    open: () => click(button('Add VAT number')),
    send: async () => {
      await dialog.getByLabelText('Your VAT number').fill('GB980780684')
      await click(inDialog('Save'))
    },
  },
  'the two-factor rule': {
    ...teamForm,
    open: () => click(button('Edit two-factor requirement')),
    send: () => click(inDialog('Require')),
  },
  leaving: {
    ...teamForm,
    answers: {
      ...teamForm.answers,
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
  'deleting the organization': {
    ...teamForm,
    open: () => click(button('Delete Organization')),
    send: async () => {
      await dialog.getByRole('textbox').fill(organization.name)
      await click(inDialog('Delete Organization'))
    },
  },
  'a new project': {
    ...teamForm,
    open: () => click(button('New Project')),
    send: async () => {
      await dialog.getByLabelText('Project name').fill('Shop')
      await click(inDialog('Create Project'))
    },
  },
  'canceling the subscription': {
    ...teamForm,
    open: () => click(button('Cancel Subscription')),
    send: () => click(inDialog('Cancel Subscription')),
  },
  'an upgrade': {
    path: '/products',
    answers: { '/api/organization/upgrade': { $post: unavailable } },
    send: () => click(button(/Upgrade/).first()),
  },
  'a validation': {
    path: '/',
    answers: countries,
    send: async () => {
      await page.getByLabelText('Tax ID (TIN)').fill('DE136695976')
      await click(button('Validate', page, { exact: true }))
    },
  },
  'a pasted list': {
    path: '/',
    answers: countries,
    open: () => click(button('Paste a List')),
    send: async () => {
      await dialog.getByLabelText('Tax IDs').fill('DE136695976')
      await click(inDialog('Validate'))
    },
  },
  'a batch': {
    path: '/batches',
    answers: {
      ...countries,
      '/api/tinproof/batches': { $get: { batches: [], next: null } },
      '/api/tinproof/batches/estimate': { $post: unavailable },
    },
    send: async () => {
      await click(page.getByRole('tab', { name: 'Paste a list' }))
      await page.getByLabelText('Tax IDs').fill('DE136695976')
      await click(button('Preview'))
    },
  },
  'a new monitor': {
    path: '/monitoring',
    answers: {
      ...countries,
      '/api/tinproof/monitors': {
        $get: { monitors: [], next: null, monitorCount: 0, monitorLimit: 10 },
        $post: unavailable,
      },
    },
    open: () => click(button('Monitor Numbers')),
    send: async () => {
      await dialog.getByLabelText('Tax IDs').fill('DE136695976')
      await click(inDialog('Start Monitoring'))
    },
  },
  'a changed monitor': {
    ...monitorForm,
    open: () => click(button('Edit')),
    send: async () => {
      await dialog.getByLabelText('Your ID').fill('K-7')
      await click(inDialog('Save'))
    },
  },
  'pausing a monitor': { ...monitorForm, send: () => click(button('Pause')) },
  'deleting a monitor': {
    ...monitorForm,
    open: () => click(button('Delete')),
    send: () => click(inDialog('Delete Monitor')),
  },
  'a new endpoint': {
    path: '/webhooks',
    answers: { '/api/webhooks': { $get: [], $post: unavailable } },
    open: () => click(button('New Endpoint')),
    send: async () => {
      await dialog.getByRole('textbox', { name: 'URL' }).fill(endpointUrl)
      await click(inDialog('Create Endpoint'))
    },
  },
  'a changed endpoint': {
    ...endpointForm,
    open: () => click(button(`Actions for ${endpointUrl}`), item('Edit')),
    send: () => click(inDialog('Save')),
  },
  'deleting an endpoint': {
    ...endpointForm,
    open: () => click(button(`Actions for ${endpointUrl}`), item(/Delete/)),
    send: () => click(inDialog(/Delete/)),
  },
  'a support request': {
    path: '/support',
    answers: {
      '/api/support/requests': { $get: { requests: [], next: null } },
      '/api/support/submit': { $post: unavailable },
    },
    send: async () => {
      await page.getByLabelText('Subject').fill('Invoice')
      await click(
        page.getByRole('combobox', { name: 'Category' }),
        page.getByRole('option', { name: 'Billing' }),
      )
      await page.getByLabelText('Message').fill('It names the old address.')
      await click(button('Submit Request'))
    },
  },
}

test.for(Object.entries(forms))('%s stays in its organization', async ([, form], { open, server }) => {
  open(form.path, { ...both, ...form.answers })
  if (form.open) {
    await form.open()
    await expect.element(dialog).toHaveAccessibleDescription(/^Organization: Ada Analytics/)
  } else await expectVisible(button(/Organization:.*Ada Analytics/))
  switchElsewhere()
  await form.send()
  await expect.poll(server.organizations).toEqual(['org_1'])
})
