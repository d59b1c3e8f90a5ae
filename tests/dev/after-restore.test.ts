import { expect, inject, it } from 'vitest'
import { afterRestore } from '#db/after-restore.ts'
import { addOrganizations } from '#tests/bench/organizations.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import { organizationOf } from '#worker/tokens/token-format.ts'

const [RESTORED, LOST] = ['test_after_restore', 'test_after_restore_lost']
const fakes = fakesClient(inject('fakesUrl'))
const urlOf = (database: string) => settingsFor(inject('workerSettings'), database).DATABASE_URL ?? ''
const add = (database: string) => addOrganizations(urlOf(database), { count: 1, limit: 100 })

/** By organization: the ID of its token, and whether it has expired. */
async function tokens() {
  const rows = await fakes.sql<{ organization: string; id: number; expired: boolean }>(
    RESTORED,
    `select organization_id as organization, id, coalesce(expires_at <= now(), false) as expired from api_tokens`,
  )
  return new Map(rows.map(({ organization, ...token }) => [organization, token]))
}

it('expires the tokens that had ended, and no others', async () => {
  await fakes.createDatabase(RESTORED, inject('databaseTemplate'))
  const [kept, revoked, replaced] = [await add(RESTORED), await add(RESTORED), await add(RESTORED)].map(
    ([token = '']) => organizationOf(token) ?? '',
  )
  await fakes.createDatabase(LOST, RESTORED)
  const time = new Date()
  await fakes.sql(LOST, 'delete from api_tokens where organization_id = $1', [revoked])
  await fakes.sql(LOST, `update api_tokens set token = 'another' where organization_id = $1`, [replaced])
  for (let lost = 0; lost < 3; lost++) await add(LOST)
  const [afterwards = ''] = (await add(RESTORED)).map(organizationOf)

  const restore = { restoredUrl: urlOf(RESTORED), lostUrl: urlOf(LOST), time }
  expect((await afterRestore(restore, { apply: false })).ended.tokens).toBe(2)
  const expired = async () => [...(await tokens())].flatMap(([id, token]) => (token.expired ? [id] : []))
  expect(await expired()).toEqual([])

  for (const count of [2, 0]) expect((await afterRestore(restore, { apply: true })).ended.tokens).toBe(count)
  expect((await expired()).sort()).toEqual([revoked, replaced].sort())
  const [later = ''] = (await add(RESTORED)).map(organizationOf)
  const ids = await tokens()
  expect(ids.get(kept ?? '')?.id).toBe(1)
  expect(ids.get(afterwards)?.id).toBe(4)
  expect(ids.get(later)?.id).toBe(7)
})
