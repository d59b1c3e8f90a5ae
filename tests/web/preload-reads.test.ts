import { expect, it } from 'vitest'
import { queries } from '#web/lib/queries.ts'
import { paths } from '#web/paths.ts'
import { firstReads } from '#web/preload-reads.ts'

const ofEveryone = [queries.user.key, queries.settings.key]
const id = 'org_1 &'

it('requests what the dashboard reads, under the same URLs', () => {
  const reads = [
    ...ofEveryone,
    queries.organizations.key,
    queries.organization(id).key,
    queries.tokens(id).key,
    queries.activity(id).key,
    queries.activityDays(id).key,
  ]
  expect(firstReads(paths.dashboard, id)).toEqual(reads)
  expect(firstReads(paths.dashboardAlias, id)).toEqual(reads)
})

it('requests the organization for other screens', () => {
  expect(firstReads(paths.profile, id)).toEqual([
    ...ofEveryone,
    queries.organizations.key,
    queries.organization(id).key,
  ])
})

it('requests nothing of an organization for a visitor', () => {
  expect(firstReads(paths.dashboard, null)).toEqual(ofEveryone)
  expect(firstReads(paths.auth, id)).toEqual(ofEveryone)
})
