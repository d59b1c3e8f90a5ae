import type { OpenRequest } from '#web/lib/open-request.ts'
import { type Theme, themes } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { filterOptions, rank } from '#web/ui/filter-options.ts'
import type { FoundPage } from '#worker/docs/contract/search.ts'
import { type Organization, rolePermissions } from '#worker/organizations/contract.ts'
import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'
import { type Command, numberCommands, type OwnItems, ownCommands } from './own-items.ts'

type CommandGroup = { title: string; commands: readonly Command[] }

type Country = { code: string; name: string; keywords?: readonly string[] }

export type CommandSource = {
  organizations: readonly Organization[]
  current: Organization | undefined
  isAdministrator: boolean
  docsUrl: string | undefined
  countries: readonly Country[]
  docs: readonly FoundPage[]
  own: OwnItems
  theme: Theme
}

const MAX_COUNTRIES = 4
const MAX_DOCS = 5

const screen = (label: string, path: string, keywords: readonly string[]): Command => ({
  value: `screen ${path}`,
  label,
  keywords,
  action: { kind: 'open', path },
})

function screens({ isAdministrator, docsUrl, current }: CommandSource): Command[] {
  return [
    screen('Dashboard', paths.dashboard, ['home', 'validate', 'quota', 'list']),
    screen('Batches', paths.batches, ['bulk', 'upload', 'csv', 'file']),
    screen('Monitoring', paths.monitoring, ['watch', 'changes', 'recheck', 'alerts']),
    screen('Records', paths.records, ['links', 'proof', 'evidence', 'receipts']),
    screen('Activity', paths.activity, ['calls', 'requests', 'logs', 'usage', 'errors', 'failed']),
    screen('Registers', paths.registers, ['status', 'vies', 'sources']),
    screen('API Tokens', paths.tokens, ['keys', 'secrets', 'rotate', 'revoke']),
    ...(current && rolePermissions[current.role].manageWebhooks
      ? [screen('Webhooks', paths.webhooks, ['events', 'endpoints', 'deliveries', 'callbacks'])]
      : []),
    ...(docsUrl
      ? [
          {
            value: 'docs',
            label: 'API Docs',
            keywords: ['reference', 'help'],
            action: { kind: 'link', href: docsUrl } as const,
          },
        ]
      : []),
    screen('Organization', paths.organization, ['settings', 'name', 'usage']),
    ...(current
      ? [
          screen('Team', paths.team, ['members', 'invitations', 'roles', 'users']),
          screen('Billing', paths.billing, ['invoices', 'payment', 'subscription', 'quota']),
          screen('Projects', paths.projects, ['keys']),
          screen('Organization Security', paths.organizationSecurity, ['two-factor', '2fa']),
          screen('Data', paths.data, ['retention', 'export', 'delete organization']),
        ]
      : []),
    screen('Pricing Plans', paths.products, ['upgrade', 'products', 'quota']),
    screen('Audit Trail', paths.audit, ['log', 'events', 'history']),
    screen('Profile & Settings', paths.profile, ['account', 'name', 'email', 'time zone']),
    screen('Security', paths.security, ['password', 'two-factor', 'sessions', '2fa']),
    screen('Support', paths.support, ['help', 'contact']),
    ...(isAdministrator
      ? [
          screen('Admin Panel', paths.admin, ['analytics', 'users']),
          screen('System', paths.adminSystem, ['health', 'jobs', 'incidents', 'admin']),
        ]
      : []),
  ]
}

const themeLabels: Readonly<Record<Theme, string>> = {
  system: 'Use System Theme',
  light: 'Use Light Theme',
  dark: 'Use Dark Theme',
}

function actions({ current, theme }: CommandSource): Command[] {
  const isActive = current?.status === 'ACTIVE'
  const opened = (label: string, path: string, request: OpenRequest, keywords: readonly string[]) => ({
    value: request.open,
    label,
    keywords,
    action: { kind: 'open', path, request } as const,
  })
  return [
    ...(current
      ? [opened('Validate Tax ID', paths.dashboard, { open: 'validate' }, ['check', 'tin', 'vat'])]
      : []),
    ...(isActive
      ? [opened('Create API Token', paths.tokens, { open: 'create-token' }, ['new token', 'key'])]
      : []),
    ...(current && isActive && rolePermissions[current.role].invitableRoles.length > 0
      ? [opened('Invite User', paths.team, { open: 'invite' }, ['member', 'teammate', 'add'])]
      : []),
    opened('New Organization', paths.organization, { open: 'new-organization' }, ['create', 'company']),
    ...themes
      .filter((each) => each !== theme)
      .map((each) => ({
        value: `theme ${each}`,
        label: themeLabels[each],
        keywords: ['appearance', 'mode', 'color'],
        action: { kind: 'theme', theme: each } as const,
      })),
    {
      value: 'shortcuts',
      label: 'Keyboard Shortcuts',
      keywords: ['keys', 'help'],
      action: { kind: 'shortcuts' },
    },
    { value: 'sign-out', label: 'Sign Out', keywords: ['log out', 'logout'], action: { kind: 'sign-out' } },
  ]
}

const switches = ({ organizations, current }: CommandSource): Command[] =>
  organizations
    .filter(({ id }) => id !== current?.id)
    .map(({ id, name }) => ({
      value: `switch ${id}`,
      label: name,
      keywords: ['switch organization'],
      action: { kind: 'switch', organizationId: id },
    }))

function countriesFor({ countries, current }: CommandSource, query: string): Command[] {
  if (query.trim() === '') return []
  const options = countries.map(({ code, name, keywords = [] }) => ({
    value: code,
    code,
    label: name,
    keywords,
  }))
  return filterOptions(options, query)
    .slice(0, MAX_COUNTRIES)
    .flatMap(({ value: code, label }) => [
      ...(current
        ? [
            {
              value: `validate ${code}`,
              label: `Validate a tax ID from ${countryInSentence(label)}`,
              code,
              action: {
                kind: 'open',
                path: paths.dashboard,
                request: { open: 'validate', country: code },
              } as const,
            },
          ]
        : []),
      {
        value: `docs ${code}`,
        label: `${label} in the docs`,
        code,
        action: { kind: 'link', href: `/docs/countries/${code.toLowerCase()}` } as const,
      },
    ])
}

/** Countries have a group of their own. */
const docsPages = ({ docs }: CommandSource): Command[] =>
  docs
    .filter(({ url }) => !/^\/docs\/countries\/./.test(url))
    .slice(0, MAX_DOCS)
    .map(({ url, title, page }) => ({
      value: `docs ${url}`,
      label: page ? `${page}: ${title}` : title,
      action: { kind: 'link', href: url },
    }))

export function findCommands(source: CommandSource, query: string): readonly CommandGroup[] {
  const bestRank = ({ commands: [best] }: CommandGroup) => (best ? rank(best, query) : 0)
  const main = [
    { title: 'Actions', commands: filterOptions(actions(source), query) },
    { title: 'Screens', commands: filterOptions(screens(source), query) },
  ].sort((left, right) => bestRank(left) - bestRank(right))
  return [
    { title: 'Tax ID', commands: numberCommands(source.own) },
    ...main,
    { title: 'Results, batches and tokens', commands: ownCommands(source.own, query) },
    { title: 'Switch organization', commands: filterOptions(switches(source), query) },
    { title: 'Countries', commands: countriesFor(source, query) },
    { title: 'Docs', commands: docsPages(source) },
  ].filter(({ commands }) => commands.length > 0)
}
