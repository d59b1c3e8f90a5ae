import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  onOrganizationChanged,
  resolveSelection,
  selectLinked,
  selectOrganization,
  storedSelection,
} from '#web/lib/selection.ts'
import { fakeStorage } from './fake-storage.ts'

const organizations = [{ id: 'org_a' }, { id: 'org_b' }]

describe('the selected organization', () => {
  let heard: string[] = []
  let stop = () => {}

  beforeEach(() => {
    heard = []
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('localStorage', fakeStorage())
    vi.stubGlobal('sessionStorage', fakeStorage())
    stop = onOrganizationChanged((organizationId) => heard.push(organizationId))
  })

  afterEach(() => {
    stop()
    vi.unstubAllGlobals()
  })

  it('selects what is stored, else what was selected last, else the first, of what the user has', () => {
    expect(resolveSelection(organizations, 'org_b')?.id).toBe('org_b')
    expect(resolveSelection(organizations, 'org_of_somebody_else')?.id).toBe('org_a')
    localStorage.setItem('selectedOrganizationId', 'org_b')
    expect(resolveSelection(organizations, 'org_of_somebody_else')?.id).toBe('org_b')
    expect(resolveSelection(undefined, 'org_a')).toBeUndefined()
    expect(resolveSelection([], 'org_a')).toBeUndefined()
  })

  it('stores selectedOrganizationId and dispatches organizationChanged', () => {
    const announced: unknown[] = []
    window.addEventListener('organizationChanged', (event) => {
      if (event instanceof CustomEvent) announced.push(event.detail)
    })
    selectOrganization('org_b')
    expect(localStorage.getItem('selectedOrganizationId')).toBe('org_b')
    expect(announced).toEqual([{ organizationId: 'org_b' }])
    expect(heard).toEqual(['org_b'])
  })

  it('starts a tab in the organization selected last, and keeps it when another tab switches', () => {
    localStorage.setItem('selectedOrganizationId', 'org_a')
    expect(storedSelection()).toBe('org_a')
    localStorage.setItem('selectedOrganizationId', 'org_b')
    expect(storedSelection()).toBe('org_a')
    vi.stubGlobal('sessionStorage', fakeStorage())
    expect(storedSelection()).toBe('org_b')
  })

  it('starts in the organization of a link, and takes it out of the address', () => {
    localStorage.setItem('selectedOrganizationId', 'org_a')
    expect(selectLinked('https://app.example/monitoring?changed=7&organizationId=org_b')).toBe(
      'https://app.example/monitoring?changed=7',
    )
    expect(storedSelection()).toBe('org_b')
    expect(selectLinked('https://app.example/monitoring?changed=7')).toBeUndefined()
    expect(selectLinked('https://app.example/?organizationId=')).toBeUndefined()
    expect(storedSelection()).toBe('org_b')
  })

  it('follows an organizationChanged event from elsewhere', () => {
    window.dispatchEvent(new CustomEvent('organizationChanged', { detail: { organizationId: 'org_b' } }))
    expect(heard).toEqual(['org_b'])
    expect(storedSelection()).toBe('org_b')
  })

  it('ignores an organizationChanged event without an organization', () => {
    window.dispatchEvent(new CustomEvent('organizationChanged'))
    expect(heard).toEqual([])
  })

  it('works without storage until the page closes', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      vi.stubGlobal(name, { getItem: refuse, setItem: refuse })
    selectOrganization('org_b')
    expect(storedSelection()).toBe('org_b')
    expect(heard).toEqual(['org_b'])
  })
})
