// @module-tag deep
import { button, expect, expectVisible, open, server, test } from './app.tsx'
import { both, dialog, type Form } from './form-screens.ts'
import { forms } from './forms.ts'
import { type Answers, type ChangingCall, unavailable } from './server.ts'

/** What another tab does. */
function switchElsewhere(): void {
  localStorage.setItem('selectedOrganizationId', 'org_2')
  const change = { key: 'selectedOrganizationId', newValue: 'org_2', storageArea: localStorage }
  window.dispatchEvent(new StorageEvent('storage', change))
}

/** The forms of a call, which refuses what is sent. */
const formsOf = ([call, forms]: [string, Readonly<Record<string, Form>>]) => {
  const [method = '', path = ''] = call.split(' ')
  const refused: Answers = { [path]: { [`$${method.toLowerCase()}`]: unavailable } }
  return Object.entries(forms).map(([name, form]) => ({ name, call: call as ChangingCall, form, refused }))
}

test.for(Object.entries(forms).flatMap(formsOf))(
  '$name stays in its organization',
  async ({ call, form, refused }) => {
    open(form.path, { ...both, ...form.answers })
    server.answer(refused)
    await form.prepare?.()
    if (form.open) {
      await form.open()
      await expect.element(dialog).toHaveAccessibleDescription(/^Organization: Ada Analytics/)
    } else await expectVisible(button(/Organization:.*Ada Analytics/))
    switchElsewhere()
    await form.send()
    await expect.poll(() => server.organizations(call)).toEqual(['org_1'])
  },
)
