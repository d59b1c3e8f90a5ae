import type { Locator } from 'vitest/browser'
import { button, page } from './app.tsx'
import {
  at,
  batch,
  countries,
  delivery,
  endpoint,
  grace,
  invitation,
  monitor,
  organization,
  project,
  record,
  subscription,
  team,
  token,
  user,
} from './data.ts'
import { type Answers, unavailable } from './server.ts'

export const second = { ...organization, id: 'org_2', name: 'Second Company' }
export const of = (first: typeof organization): Answers => ({
  '/api/user/organizations': { $get: [first, second] },
  '/api/organization': { $get: ({ url }) => (url.includes('org_2') ? second : first) },
})
export const both: Answers = { ...team, ...of(organization) }

export const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
export const inDialog = (name: string | RegExp) => button(name, dialog)
export const click = async (...locators: readonly Locator[]) => {
  for (const locator of locators) await locator.click()
}
export const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
export const pick = (name: string, option: string) =>
  click(page.getByRole('combobox', { name }), page.getByRole('option', { name: option }))

export type Form = {
  path: string
  answers?: Answers
  /** What is done before another tab switches. */
  prepare?: () => Promise<unknown>
  /** Opens a dialog. */
  open?: () => Promise<unknown>
  /** Sends it, or does without a dialog what the screen offers. */
  send: () => Promise<unknown>
}

export const teamForm = {
  path: '/organization/team',
  answers: {
    '/api/organization/members': {
      $get: [{ ...grace, id: user.id, email: user.email, role: 'admin' }, grace],
    },
    '/api/organization/invitations': { $get: [invitation] },
    '/api/projects': { $get: [project] },
  },
} satisfies Partial<Form>
export const billingWith = (changes: Partial<typeof subscription>) =>
  ({
    path: '/organization/billing',
    answers: {
      '/api/subscription': {
        $get: {
          configured: true,
          subscription: { ...subscription, ...changes },
          invoices: [],
          details: {
            ...{ companyName: 'Ada Ltd', country: 'GB', address: '1 High St', city: 'London' },
            ...{ postalCode: 'N1 1AA', vatNumber: null, status: 'saved' },
          },
        },
      },
      '/api/subscription/change-preview': {
        $get: {
          ...{ plan: 'ENTERPRISE', credit: '10.00', charge: '100.00' },
          due: { amount: '90.00', currency: 'USD', action: 'charge' },
          nextCharge: { at, amount: '149.00', currency: 'USD' },
        },
      },
      '/api/user/confirmation': { $get: new Response(null, { status: 204 }) },
    },
  }) satisfies Partial<Form>
export const billingForm = billingWith({})
export const monitorForm = {
  path: `/monitoring/${monitor().id}`,
  answers: { ...countries, '/api/tinproof/monitors/:monitorId': { $get: { ...monitor(), history: [] } } },
} satisfies Partial<Form>
export const monitorsForm = {
  path: '/monitoring',
  answers: {
    ...countries,
    '/api/tinproof/monitors': { $get: { monitors: [], next: null, monitorCount: 0, monitorLimit: 10 } },
  },
} satisfies Partial<Form>
export const batchWith = (changes: Parameters<typeof batch>[0]) =>
  ({
    path: `/batches/${batch().id}`,
    answers: {
      '/api/tinproof/batches': { $get: { batches: [], next: null } },
      '/api/tinproof/batches/:batchId': { $get: batch(changes) },
      '/api/tinproof/batches/:batchId/results': { $get: Response.json({ results: [], next: null }) },
    },
  }) satisfies Partial<Form>
export const pastedBatch = {
  path: '/batches',
  answers: {
    ...countries,
    '/api/tinproof/batches': { $get: { batches: [], next: null } },
    '/api/tinproof/batches/estimate': { $post: unavailable },
  },
  prepare: async () => {
    await click(page.getByRole('tab', { name: 'Paste a list' }))
    await page.getByLabelText('Tax IDs').fill('DE136695976')
  },
} satisfies Partial<Form>
export const recordWith = (changes: Parameters<typeof record>[0]) =>
  ({
    path: `/records/${record().id}`,
    answers: { ...countries, '/api/tinproof/records/:recordId': { $get: record(changes) } },
  }) satisfies Partial<Form>
export const endpointForm = {
  path: '/webhooks/endpoint_1',
  answers: {
    '/api/webhooks': { $get: [endpoint()] },
    '/api/webhooks/:endpointId/deliveries': { $get: Response.json([delivery(1)]) },
  },
} satisfies Partial<Form>
export const tokenForm = {
  path: '/tokens',
  answers: { '/api/tokens': { $get: [token({ deleteAt: '2999-01-01T00:00:00.000Z' })] } },
} satisfies Partial<Form>
export const validate = async () => {
  await page.getByLabelText('Tax ID (TIN)').fill('DE136695976')
  await click(button('Validate', page, { exact: true }))
}
