import type { FakesClient } from '#tests/fakes/client.ts'

/** Makes the user a platform administrator, with a second factor whose codes can't be checked. */
export const makeAdministrator = (fakes: FakesClient, email: string) =>
  fakes.sql(
    'test',
    `with appointed as (update users set role = 'system_admin' where email = $1 returning id)
     insert into two_factors (user_id, encrypted_secret, enabled_at) select id, 'test.unused', now() from appointed`,
    [email],
  )
