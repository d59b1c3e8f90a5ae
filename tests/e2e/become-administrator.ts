import type { BrowserContext } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import type { TestUser } from './account-fixture.ts'

/** Signs the browser in as a platform administrator, with a second factor whose codes can't be checked. */
export async function becomeAdministrator(context: BrowserContext, fakes: FakesClient, user: TestUser) {
  await fakes.sql(
    'test',
    `with appointed as (update users set role = 'system_admin' where email = $1 returning id)
     insert into two_factors (user_id, encrypted_secret, enabled_at) select id, 'test.unused', now() from appointed`,
    [user.email],
  )
  await context.clearCookies()
  await user.signIn(context)
}
