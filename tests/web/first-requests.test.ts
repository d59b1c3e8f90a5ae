import { expect, it } from 'vitest'
import { firstReads } from '#web/first-requests.ts'
import { queries } from '#web/lib/queries.ts'
import { paths } from '#web/paths.ts'

const id = 'org_1 &'
const member = { organizationId: id, isSignedIn: true }

it('requests what the first screen reads, under the same URLs', () => {
  const shared = [queries.organizations.key, queries.organization(id).key]
  const dashboard = [queries.tokens(id).key, queries.activity(id).key, queries.activityDays(id).key]
  expect(firstReads({ pathname: paths.dashboard, ...member })).toEqual([...shared, ...dashboard])
  expect(firstReads({ pathname: paths.dashboardAlias, ...member })).toEqual([...shared, ...dashboard])
  expect(firstReads({ pathname: paths.activity, ...member })).toEqual([...shared, ...dashboard])
  const tokens = [queries.tokens(id).key, `/api/tokens/usage?${new URLSearchParams({ organizationId: id })}`]
  expect(firstReads({ pathname: paths.tokens, ...member })).toEqual([...shared, ...tokens])
  expect(firstReads({ pathname: paths.profile, ...member })).toEqual(shared)
})

it('requests nothing of an organization for a visitor', () => {
  expect(firstReads({ pathname: paths.auth, ...member })).toEqual([])
  expect(firstReads({ pathname: paths.dashboard, ...member, isSignedIn: false })).toEqual([])
  expect(firstReads({ pathname: paths.dashboard, organizationId: null, isSignedIn: true })).toEqual([])
})
