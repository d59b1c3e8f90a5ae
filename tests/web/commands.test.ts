import { describe, expect, test } from 'vitest'
import { type CommandSource, findCommands } from '#web/layout/commands.ts'
import { isCurrentScreen } from '#web/layout/current-screen.ts'
import { type KeyPress, paletteKeys, shortcutOf } from '#web/layout/shortcuts.ts'
import { readOpenRequest } from '#web/lib/open-request.ts'
import { organization, token, validation } from './components/data.ts'

const source: CommandSource = {
  organizations: [organization, { ...organization, id: 'org_2', name: 'Übersee GmbH' }],
  current: organization,
  isAdministrator: false,
  docsUrl: '/docs',
  countries: [
    { code: 'BE', name: 'Belgium' },
    { code: 'BZ', name: 'Belize' },
    { code: 'DE', name: 'Germany' },
  ],
  docs: [],
  own: { number: undefined, tokens: [], batches: [], answers: [] },
  theme: 'light',
}

const labels = (query: string, changes: Partial<CommandSource> = {}) =>
  findCommands({ ...source, ...changes }, query).flatMap(({ commands }) => commands.map(({ label }) => label))

describe('command palette', () => {
  test('offers actions, screens and the other organizations first, and no countries', () => {
    const groups = findCommands(source, '')
    expect(groups.map(({ title }) => title)).toEqual(['Actions', 'Screens', 'Switch organization'])
    expect(groups[2]?.commands.map(({ label }) => label)).toEqual(['Übersee GmbH'])
  })

  test('lists pages of the docs with their section, but no country twice', () => {
    const docs = [
      { url: '/docs/guides/webhooks#retries', title: 'Retries', page: 'Webhooks' },
      { url: '/docs/countries/be', title: 'Tax IDs in Belgium', page: '' },
      { url: '/docs/countries/', title: 'Countries', page: '' },
    ]
    expect(labels('zzz', { docs })).toEqual(['Webhooks: Retries', 'Countries'])
    const [group] = findCommands({ ...source, docs }, 'zzz')
    expect(group?.commands[0]?.action).toEqual({ kind: 'link', href: '/docs/guides/webhooks#retries' })
  })

  test('offers to validate a tax ID, and finds results, batches, tokens and IDs', () => {
    const own: CommandSource['own'] = {
      number: 'DE136695976',
      tokens: [token({ name: 'Checkout' })],
      batches: [],
      answers: [
        {
          input: { countryCode: 'DE', tin: '136 695 976' },
          response: validation({ referenceId: 'ref', entity: { name: 'Acme GmbH', address: null } }),
          signature: null,
        },
      ],
    }
    const [number] = findCommands({ ...source, own }, 'DE136695976')
    expect(number?.commands[0]).toMatchObject({ label: 'Validate DE136695976' })
    expect(labels('acme gmbh', { own: { ...own, number: undefined } })).toEqual([
      'DE 136 695 976: Format only, Acme GmbH',
    ])
    expect(labels('checkout', { own: { ...own, number: undefined } })).toContain('API token: Checkout')
    const id = '0198a6f2-0000-7000-8000-0123456789ab'
    expect(labels(id)).toEqual([`Result ${id}`])
    expect(labels(`batch_${'a'.repeat(22)}`)).toEqual([`Batch batch_${'a'.repeat(22)}`])
    expect(labels('rotate')).toEqual(['API Tokens'])
    expect(labels('error')).toEqual(['Activity'])
  })

  test('has each command once', () => {
    const values = findCommands({ ...source, isAdministrator: true }, 'e').flatMap(({ commands }) =>
      commands.map(({ value }) => value),
    )
    expect(new Set(values).size).toBe(values.length)
  })

  test('finds a country by name or code, for the form and for the docs', () => {
    expect(labels('belg')).toEqual(['Validate a tax ID from Belgium', 'Belgium in the docs'])
    const [group] = findCommands(source, 'de').filter(({ title }) => title === 'Countries')
    expect(group?.commands.map(({ action }) => action)).toEqual([
      { kind: 'open', path: '/', request: { open: 'validate', country: 'DE' } },
      { kind: 'link', href: '/docs/countries/de' },
    ])
  })

  test('finds other words for a screen, and names without their accents', () => {
    expect(labels('invoices')).toEqual(['Billing'])
    expect(labels('ubersee')).toEqual(['Übersee GmbH'])
    expect(labels('zzz')).toEqual([])
  })

  test('puts a screen before the actions that match less', () => {
    expect(labels('team')).toEqual(['Team', 'Invite User'])
    expect(labels('organization').slice(0, 2)).toEqual(['Organization', 'Organization Security'])
  })

  test('offers the themes that are not in use', () => {
    expect(labels('theme')).toEqual(['Use System Theme', 'Use Dark Theme'])
  })

  test('offers an invitation only to people who may invite, in an active organization', () => {
    expect(labels('invite')).toEqual(['Invite User'])
    expect(labels('invite', { current: { ...organization, role: 'manager' } })).toEqual(['Invite User'])
    expect(labels('invite', { current: { ...organization, role: 'member' } })).toEqual([])
    expect(labels('invite', { current: { ...organization, status: 'SUSPENDED' } })).toEqual([])
  })

  test('offers the admin panel only to administrators of the platform', () => {
    expect(labels('admin panel')).toEqual([])
    expect(labels('admin panel', { isAdministrator: true })).toEqual(['Admin Panel'])
  })

  test('without an organization, offers a new one and nothing that needs one', () => {
    const none = { organizations: [], current: undefined }
    expect(labels('new organization', none)).toEqual(['New Organization'])
    for (const query of ['create api', 'validate tax', 'billing']) expect(labels(query, none)).toEqual([])
    expect(labels('belgium', none)).toEqual(['Belgium in the docs'])
  })
})

describe('keyboard shortcuts', () => {
  const press = (changes: Partial<KeyPress>): KeyPress => ({
    key: 'k',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    isTaken: false,
    ...changes,
  })

  test.each([
    [{ key: 'k', ctrlKey: true }, 'palette'],
    [{ key: 'K', metaKey: true }, 'palette'],
    [{ key: '/' }, 'validate'],
    [{ key: '?' }, 'help'],
    [{ key: 'k' }, undefined],
    [{ key: 'k', ctrlKey: true, metaKey: true }, undefined],
    [{ key: 'k', ctrlKey: true, altKey: true }, undefined],
    [{ key: '/', ctrlKey: true }, undefined],
    [{ key: '?', altKey: true }, undefined],
  ] as const)('%o is %s', (changes, expected) => {
    expect(shortcutOf(press(changes), true)).toBe(expected)
  })

  test.each([{ key: 'k', ctrlKey: true }, { key: '/' }, { key: '?' }])(
    '%o does nothing in a text field or a dialog, or when something else handles it',
    (changes) => {
      expect(shortcutOf(press({ ...changes, isTaken: true }), true)).toBeUndefined()
      expect(shortcutOf(press({ ...changes, defaultPrevented: true }), true)).toBeUndefined()
    },
  )

  test('single keys can be turned off, and Ctrl-K stays', () => {
    expect(shortcutOf(press({ key: '/' }), false)).toBeUndefined()
    expect(shortcutOf(press({ key: '?' }), false)).toBeUndefined()
    expect(shortcutOf(press({ key: 'k', ctrlKey: true }), false)).toBe('palette')
  })

  test('names the key of the platform', () => {
    expect(paletteKeys('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toEqual(['⌘', 'K'])
    expect(paletteKeys('Mozilla/5.0 (X11; Linux x86_64)')).toEqual(['Ctrl', 'K'])
  })
})

describe('what a screen opens on arrival', () => {
  test('is read from the history entry', () => {
    expect(readOpenRequest({ openRequest: { open: 'invite' }, other: 1 })).toEqual({ open: 'invite' })
    expect(readOpenRequest({ openRequest: { open: 'validate', country: 'BE' } })).toEqual({
      open: 'validate',
      country: 'BE',
    })
  })

  test.each([null, undefined, 'text', {}, { openRequest: null }, { openRequest: { open: 'delete' } }])(
    'is nothing in %o',
    (state) => expect(readOpenRequest(state)).toBeUndefined(),
  )
})

describe('the current screen in the sidebar', () => {
  test.each([
    ['/', '/', true],
    ['/', '/dashboard', true],
    ['/', '/tokens', false],
    ['/tokens', '/tokens/', true],
    ['/batches', '/batches/bat_1', true],
    ['/organization', '/organization/audit', true],
    ['/activity', '/results/ref_1', true],
    ['/products', '/checkout', true],
    ['/records', '/records/record_1', true],
    ['/admin', '/admin/support', true],
  ])('%s on %s: %s', (to, pathname, expected) => {
    expect(isCurrentScreen(to, pathname)).toBe(expected)
  })
})
