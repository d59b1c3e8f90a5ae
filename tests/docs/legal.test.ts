import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GRACE_DAYS } from '#worker/billing/contract.ts'
import { assertCompany, company, shownCompany } from '#worker/docs/legal/company.ts'
import { escapeHtml } from '#worker/docs/site/html.ts'
import { recordYears } from '#worker/organizations/contract.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { text } from './docs-files.ts'

const root = join(import.meta.dirname, '../..')

describe('the legal pages', () => {
  it('state what the settings and the code keep', () => {
    for (const words of [
      '<td>45 days</td>',
      '<td>400 days</td>',
      `${recordYears.ENTERPRISE} years on Enterprise`,
      `<td>${SUPPORT_RETENTION_DAYS} days`,
    ])
      expect(text('privacy.html')).toContain(words)
    expect(text('terms.html')).toContain('help@docs.example')
    expect(text('terms.html')).toContain(`you have ${GRACE_DAYS} days to pay`)
  })

  it('show each fact about the company, and a deployment needs all of them', () => {
    const legal = ['terms', 'privacy', 'dpa'].map((page) => text(`${page}.html`)).join()
    for (const fact of Object.values(shownCompany())) expect(legal).toContain(escapeHtml(fact))
    const filled = Object.fromEntries(Object.keys(company).map((name) => [name, 'x'])) as typeof company
    const [domain, example] = ['https://app.tinproof.io', 'https://app.tinproof.example']
    expect(() => assertCompany(domain, { ...filled, courtCity: ' ' })).toThrow('company.ts lacks courtCity')
    expect(() => assertCompany(example, { ...filled, courtCity: '' })).not.toThrow()
    expect(() => assertCompany(domain, filled)).not.toThrow()
  })

  it('name each service that receives data', () => {
    const clients = readdirSync(join(root, 'worker/services')).map((file) => file.split(/[-.]/)[0])
    const names = {
      google: 'Google',
      hubspot: 'HubSpot',
      paddle: 'Paddle',
      recaptcha: 'reCAPTCHA',
      resend: 'Resend',
      redis: 'Upstash',
      webhook: 'Your own servers',
    }
    expect([...new Set(clients)].sort()).toEqual(Object.keys(names).sort())
    for (const name of Object.values(names)) expect(text('privacy.html')).toContain(name)
  })
})
