import { mutate } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '#web/lib/queries.ts'
import { storedSelection, storeSelection } from '#web/lib/selection.ts'
import { createOrganization, leaveOrganization } from '#web/lib/session.ts'
import { isExpired } from '#web/organizations/invitation-actions.ts'
import { isOnlyAdmin, leave } from '#web/organizations/member-actions.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Member } from '#worker/organizations/contract.ts'
import { invitation } from './components/data.ts'

const ada: Member = { id: 1, email: 'ada@example.test', role: 'admin', joinedAt: '2026-01-01T00:00:00Z' }
const bob: Member = { id: 2, email: 'bob@example.test', role: 'member', joinedAt: '2026-02-01T00:00:00Z' }

it('finds the only admin; a platform role does not count', () => {
  expect(isOnlyAdmin([ada, bob], ada.id)).toBe(true)
  expect(isOnlyAdmin([ada, { ...bob, role: 'system_admin' }], ada.id)).toBe(true)
  expect(isOnlyAdmin([ada, bob], bob.id)).toBe(false)
  expect(isOnlyAdmin([ada, { ...bob, role: 'admin' }], ada.id)).toBe(false)
  expect(isOnlyAdmin([], ada.id)).toBe(false)
})

it('an invitation is expired from `expiresAt` on, whatever its status', () => {
  expect(isExpired(invitation, new Date('2026-11-27T11:59:59.999Z'))).toBe(false)
  expect(isExpired(invitation, new Date(invitation.expiresAt))).toBe(true)
  expect(isExpired({ ...invitation, status: 'expired' }, new Date(invitation.createdAt))).toBe(true)
})

it("members aren't loaded without an organization", () => {
  expect(() => queries.members(undefined)).toThrow('No organization ID')
  expect(() => queries.members('')).toThrow('No organization ID')
  expect(queries.members('org_a').key).toBe('/api/organization/members?organizationId=org_a')
})

async function cachedList(): Promise<unknown> {
  let list: unknown
  const look = (known: unknown) => {
    list = known
    return known
  }
  await mutate(queries.organizations.key, look, { revalidate: false })
  return list
}

const answers = (change: () => Response, list: () => Response) =>
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    method === 'POST' ? change() : list(),
  )
const down = () => new Response('', { status: 503 })

describe('a new organization', () => {
  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget())
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is added and selected, also if the list cannot be read, so nobody creates it twice', async () => {
    await mutate(queries.organizations.key, [{ id: 'org_a' }], { revalidate: false })
    answers(() => Response.json({ id: 'org_b', name: 'B' }), down)
    expect(await createOrganization('B')).toMatchObject({ id: 'org_b' })
    expect(await cachedList()).toEqual([{ id: 'org_a' }, { id: 'org_b', name: 'B' }])
    expect(storedSelection()).toBe('org_b')
  })
})

describe('leaving an organization', () => {
  let announced: unknown[] = []

  beforeEach(async () => {
    announced = []
    vi.spyOn(toast, 'error')
    vi.stubGlobal('window', new EventTarget())
    window.addEventListener('organizationChanged', (event) => {
      if (event instanceof CustomEvent) announced.push(event.detail)
    })
    storeSelection('org_b')
    await mutate(queries.organizations.key, [{ id: 'org_a' }, { id: 'org_b' }], { revalidate: false })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  const done = () => new Response(null, { status: 204 })

  const left = () => Response.json({ code: 'ORGANIZATION_NOT_FOUND' }, { status: 404 })
  it.each([done, left])(
    'removes it even if the list cannot be read, and if the user has left',
    async (leaving) => {
      answers(leaving, down)
      await leaveOrganization('org_b')
      expect(await cachedList()).toEqual([{ id: 'org_a' }])
      expect(storedSelection()).toBe('org_a')
    },
  )

  it('selects nothing if it was the only one', async () => {
    await mutate(queries.organizations.key, [{ id: 'org_b' }], { revalidate: false })
    answers(done, () => Response.json([]))
    await leaveOrganization('org_b')
    expect(await cachedList()).toEqual([])
    expect(announced).toEqual([])
  })

  it('changes nothing if the server refuses, and shows its message', async () => {
    const message = 'An organization needs at least one admin. Make someone else an admin first.'
    answers(() => Response.json({ message, code: 'LAST_ADMIN' }, { status: 409 }), down)
    await leave({ id: 'org_b', name: 'B' })
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Leave organization failed', { description: message })
    expect(await cachedList()).toEqual([{ id: 'org_a' }, { id: 'org_b' }])
    expect(storedSelection()).toBe('org_b')
    expect(announced).toEqual([])
  })
})
