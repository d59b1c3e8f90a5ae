// @module-tag deep
import { button, expect, expectVisible, open, server, test } from './app.tsx'
import { both, dialog, type Form } from './form-screens.ts'
import { forms } from './forms.ts'
import { type ChangingCall, unavailable } from './server.ts'

/** What another tab does. */
function switchElsewhere(): void {
  localStorage.setItem('selectedOrganizationId', 'org_2')
  const change = { key: 'selectedOrganizationId', newValue: 'org_2', storageArea: localStorage }
  window.dispatchEvent(new StorageEvent('storage', change))
}

const rows = Object.entries(forms).flatMap(([call, some]) =>
  [some].flat().map((form: Form) => [call as ChangingCall, form] as const),
)

test.for(rows)('what %s sends stays in its organization', async ([call, form]) => {
  const [method = '', path = ''] = call.split(' ')
  open(form.path, { ...both, ...form.answers })
  server.answer({ [path]: { [`$${method.toLowerCase()}`]: unavailable } })
  await form.prepare?.()
  if (form.open) {
    await form.open()
    await expect.element(dialog).toHaveAccessibleDescription(/^Organization: Ada Analytics/)
  } else await expectVisible(button(/Organization:.*Ada Analytics/))
  switchElsewhere()
  await form.send()
  await expect.poll(() => server.organizations(call)).toEqual(['org_1'])
})
