import type { Locator, Page } from 'playwright/test'

type Find = (page: Page) => Locator
type Step = (page: Page) => Promise<void>

/** A menu, dialog, list or toast, and how to open it. */
export type Overlay = {
  /** What renders it, as a path in web/ without the ending. */
  file: string
  /** Loaded anew if it isn't open. */
  path: string
  /** Opens the dialog that the opener is in. */
  inside?: Step
  /** Has the focus again once it is closed. */
  opener: Find
  /** Pressed on the opener instead of a click. */
  key?: string
  /** Leads from what the opener opens to this. */
  next?: Step
  find: Find
  /** Closes it if Escape must not. */
  closedBy?: string
  /** Leaves the focus where it is. Escape closes a list of results, and not a toast. */
  kind?: 'toast' | 'results'
  onlyOn?: 'phone' | 'desktop'
}

const button =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('button', { name }).first()
const combobox =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('combobox', { name, exact: true }).first()
const heading: Find = (page) => page.getByRole('heading', { level: 1 })

const dialog =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('dialog', { name })
const question =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('alertdialog', { name })
const menu: Find = (page) => page.getByRole('menu')
const list: Find = (page) => page.getByRole('listbox')
const toast =
  (title: string): Find =>
  (page) =>
    page.getByRole('listitem').filter({ hasText: title })

const press =
  (name: string | RegExp): Step =>
  (page) =>
    button(name)(page).click()
const pick =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click()

const row = (
  file: string,
  path: string,
  opener: Find,
  find: Find,
  more: Omit<Overlay, 'file' | 'path' | 'opener' | 'find'> = {},
): Overlay => ({ file, path, opener, find, ...more })

const general = '/organization'
const team = `${general}/team`
const billing = `${general}/billing`
const projects = `${general}/projects`
const data = `${general}/data`

/** With a second organization. */
export const organizationOverlays: readonly Overlay[] = [
  row('layout/organization-switcher', team, button(/Organization:/), menu),
  row('layout/avatar-menu', team, button('Account menu'), menu),
  row('layout/signed-in-layout', team, button('Open menu'), dialog('Menu'), { onlyOn: 'phone' }),
  row('layout/command-palette', team, heading, dialog('Search'), { key: 'Control+k' }),
  row('layout/shortcuts-dialog', team, heading, dialog('Keyboard Shortcuts'), { key: '?' }),
  row('organizations/organization-page', general, button('Rename'), dialog('Rename Organization')),
  row(
    'organizations/security-page',
    `${general}/security`,
    button('Edit two-factor requirement'),
    dialog('Require two-factor sign-in'),
  ),
  row('organizations/organization-page', general, button('Add VAT number'), dialog('VAT Number')),
  row('organizations/data-page', data, button('Edit batch retention'), dialog('Batch Retention')),
  row('organizations/data-page', data, button('Edit records'), dialog('Records')),
  row('organizations/data-page', data, combobox('Keep records for'), list, {
    inside: press('Edit records'),
  }),
  row('organizations/leave-organization', team, button('Leave Organization'), dialog('the only admin')),
  row(
    'organizations/delete-organization-dialog',
    data,
    button('Delete Organization'),
    dialog('Delete Organization'),
  ),
  row(
    'organizations/create-organization-dialog',
    general,
    button('New Organization'),
    dialog('New Organization'),
  ),
  row('audit/audit-page', '/organization/audit', combobox('Event'), list),
]

/** With a Pro plan, a member, an invitation and a project. */
export const teamOverlays: readonly Overlay[] = [
  row('organizations/invite-dialog', team, button('Invite User'), dialog('Invite User')),
  row('organizations/invite-dialog', team, combobox('Role'), list, { inside: press('Invite User') }),
  row('organizations/members-table', team, button(/^Actions for .*@/), menu),
  row('organizations/members-table', team, button(/^Actions for .*@/), dialog('Change Role'), {
    next: pick('Change role'),
  }),
  row('organizations/members-table', team, button(/^Actions for .*@/), question('Remove from organization'), {
    next: pick('Remove from organization'),
  }),
  row('organizations/team-page', team, button(/^Revoke/), question('Revoke invitation')),
  row('projects/projects-page', projects, button('Actions for Web shop'), menu),
  row(
    'projects/projects-page',
    projects,
    button('Actions for Web shop'),
    question('Create new project key'),
    {
      next: pick('Create new key'),
    },
  ),
  row('projects/projects-page', projects, button('Actions for Web shop'), question('Delete project'), {
    next: pick('Delete project'),
  }),
  row('projects/create-project-dialog', projects, button('New Project'), dialog(/Project/)),
  row('billing/billing-details', billing, button('Add Billing Details'), dialog('Billing Details')),
  row('billing/billing-details', billing, combobox('Country'), dialog('Select a country'), {
    inside: press('Add Billing Details'),
  }),
  row('billing/subscription-actions', billing, button('Change Plan'), dialog('Change to Enterprise')),
  row('billing/subscription-actions', billing, button('Cancel Subscription'), question('Cancel Pro?')),
  row('ui/toaster', team, button(/^Resend/), toast('Invitation sent'), { kind: 'toast' }),
]

/** With two API tokens. */
export const dashboardOverlays: readonly Overlay[] = [
  row('dashboard/validate-form', '/', combobox('Country'), dialog('Select a country')),
  row('dashboard/validate-form', '/', combobox(/^API token/), list),
  row('tokens/revoke-token-dialog', '/', button('Delete token Checkout'), question('Revoke API token')),
  row('records/record-page', '/', button('Delete Record'), question('Delete record'), {
    inside: async (page) => {
      await page.getByLabel('Tax ID (TIN)').fill('DE136695976')
      await page.getByRole('button', { name: 'Validate', exact: true }).click()
      await page.getByRole('button', { name: 'Keep a Record' }).click()
      await page.getByRole('link', { name: 'View Record' }).click()
    },
  }),
  row('dashboard/country-field', '/', combobox(/^Country .* numbers/), dialog('Select a country'), {
    inside: press('Paste a List'),
  }),
  row('tokens/create-token-dialog', '/tokens', button('Create New Token'), dialog('Create New API Token')),
  row('tokens/create-token-dialog', '/tokens', combobox('Expiration'), list, {
    inside: press('Create New Token'),
  }),
  row('tokens/token-created-dialog', '/tokens', button('Create New Token'), dialog('API Token Created'), {
    next: async (page) => {
      await page.getByRole('textbox', { name: 'Token name' }).fill('Newest')
      await page.keyboard.press('Enter')
    },
    closedBy: 'Saved My Token',
  }),
  row('tokens/allowed-ips-dialog', '/tokens', button('Limit'), dialog('Allowed IP Addresses')),
  row('tokens/revoke-token-dialog', '/tokens', button('Revoke Token'), question('Revoke API token')),
  row('tokens/rotate-token-dialog', '/tokens', button('Rotate…'), dialog('Rotate API Token')),
  row('tokens/token-card', '/tokens', button('End Now'), question('End Old Secret'), {
    inside: async (page) => {
      await press('Rotate…')(page)
      await press('Rotate Token')(page)
      await press('Saved My Token')(page)
    },
  }),
  row('support/request-form', '/support', combobox('Category'), list),
]

/** With a validation, a finished batch, a monitor and a second admin. */
export const listOverlays = (batch: string, result = '', monitor = ''): readonly Overlay[] => [
  row('activity/activity-page', '/activity', combobox('Status'), list),
  row('activity/check-again', result, button('Check Again'), dialog('Check Again')),
  row('monitors/monitors-page', '/monitoring', combobox('State'), list),
  row('monitors/add-dialog', '/monitoring', button('Monitor Numbers'), dialog('Monitor Numbers')),
  row('monitors/monitor-page', monitor, button('Delete'), question('Delete this monitor?')),
  row('monitors/monitor-page', monitor, button('Edit'), dialog('Edit Monitor')),
  row('monitors/start-dialog', batch, button('Monitor These'), dialog('Monitor These Numbers')),
  row('batches/upload-preview', '/batches', combobox('Encoding'), list, {
    inside: async (page) => {
      const buffer = Buffer.from('Country;Tax ID;Company\nDE;136695976;Café', 'latin1')
      const file = page.getByLabel('File', { exact: true })
      await file.setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer })
    },
  }),
  row('batches/columns-part', '/batches', combobox('Tax ID'), list),
  row('batches/upload-preview', '/batches', combobox(/^Country for rows/), dialog('None')),
  row('batches/results-card', batch, button('Download'), menu),
  row('batches/batch-page', batch, button('Delete Batch'), question('Delete this batch?')),
  row('organizations/leave-organization', team, button('Leave Organization'), question('Leave Organization')),
]

export const runningBatchOverlays = (batch: string): readonly Overlay[] => [
  row('batches/batch-page', batch, button('Cancel Batch'), question('Cancel this batch?')),
]

const endpointActions = button(/^Actions for https/)

/** With an endpoint that got a test event, within ten minutes of the password. */
export const webhookOverlays = (endpoint: string): readonly Overlay[] => [
  row('webhooks/endpoint-form', '/webhooks', button('New Endpoint'), dialog('New Endpoint')),
  row('webhooks/endpoint-row', '/webhooks', endpointActions, menu),
  row('webhooks/endpoint-row', '/webhooks', endpointActions, question('Rotate Secret'), {
    next: pick('Rotate Secret'),
  }),
  row('webhooks/secret-dialog', '/webhooks', endpointActions, dialog('Signing Secret'), {
    next: pick('Show Secret'),
  }),
  row('webhooks/deliveries-card', endpoint, button('endpoint.test'), dialog('endpoint.test')),
]

const security = '/profile?tab=security'

/** Signed in twice, with ten API tokens. */
export const profileOverlays: readonly Overlay[] = [
  row('tokens/use-new-token', '/', button('Create New Token'), dialog('API Token Limit Reached')),
  row('profile/information-card', '/profile', button('Change name'), dialog('Change Name')),
  row('profile/information-card', '/profile', button('Change email'), dialog('Change Email')),
  row('profile/information-card', '/profile', combobox('Time zone'), dialog('Select')),
  row(
    'profile/sessions-card',
    security,
    button('Sign out everywhere else'),
    question('Sign out everywhere else?'),
  ),
  row('profile/delete-account-card', '/profile', button('Delete Account'), dialog('Delete your account?')),
  row('accounts/confirmation-dialog', security, button('Turn On'), dialog('Confirm your password')),
]

/** Without a password. */
export const googleOverlays: readonly Overlay[] = [
  row('accounts/confirmation-dialog', security, button('Turn On'), dialog(/^Confirm it/)),
]

/** Within ten minutes of the password. */
export const confirmedOverlays: readonly Overlay[] = [
  row('profile/two-factor-dialogs', security, button('Turn On'), dialog('Save your recovery codes')),
  row('profile/two-factor-dialogs', security, button('Turn On'), dialog('Turn on two-factor sign-in'), {
    next: press("I've Saved My Codes"),
  }),
]

/** With two-factor sign-in. */
export const twoFactorOverlays: readonly Overlay[] = [
  row(
    'profile/two-factor-dialogs',
    security,
    button('New Recovery Codes'),
    question('Create new recovery codes?'),
  ),
  row(
    'profile/two-factor-dialogs',
    security,
    button('New Recovery Codes'),
    dialog('Save your recovery codes'),
    {
      next: press('Create Codes'),
      closedBy: 'Saved My Codes',
    },
  ),
  row('profile/two-factor-card', security, button('Turn Off'), question('Turn off two-factor sign-in?')),
]

/** Of a platform administrator, with a user on the Enterprise plan. */
export const adminOverlays = (email: string): readonly Overlay[] => {
  const path = `/admin?email=${encodeURIComponent(email)}`
  return [
    row('admin/admin-page', path, combobox('Tier'), list),
    row('admin/organization-line', path, combobox(/^New tier of/), list, {
      inside: press(/^Change tier of/),
    }),
    row('admin/organization-dialogs', path, button('Contract Limit'), dialog('Contract Limit')),
    row('admin/organization-dialogs', path, button('Suspend'), dialog('Suspend Organization')),
    row('admin/organization-dialogs', path, button('Disable User'), dialog('Disable User')),
    row('admin/admin-support-page', '/admin/support', combobox('State'), list),
    row('admin/admin-audit-page', '/admin/audit', combobox('Event'), list),
  ]
}

/** Before signing in, and in the docs. */
export const publicOverlays: readonly Overlay[] = [
  row(
    'accounts/dial-code-picker',
    '/auth?page=register',
    combobox(/^Country code:/),
    dialog('Country codes'),
  ),
  row('worker/docs/site/layout', '/docs/guides/idempotency', combobox('Search the docs'), list, {
    next: (page) => page.keyboard.type('brazil'),
    kind: 'results',
  }),
  row(
    'worker/docs/site/layout',
    '/docs/guides/idempotency',
    button('Menu'),
    (page) => page.getByRole('navigation', { name: 'Docs' }),
    { kind: 'results', onlyOn: 'phone' },
  ),
]
