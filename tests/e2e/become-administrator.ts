import type { BrowserContext, Page } from 'playwright/test'
import { PASSWORD } from '#tests/dev/create-account.ts'
import type { FakesClient } from '#tests/fakes/client.ts'
import { hashRecoveryCode } from '#worker/accounts/two-factor/recovery-codes.ts'
import type { TestUser } from './account-fixture.ts'

/** Works once. */
const RECOVERY_CODE = 'administrator'

/** Signs the browser in as a platform administrator, with a second factor that has only this recovery code. */
export async function becomeAdministrator(context: BrowserContext, fakes: FakesClient, user: TestUser) {
  await fakes.sql(
    'test',
    `with appointed as (update users set role = 'system_admin' where email = $1 returning id)
     insert into two_factors (user_id, encrypted_secret, enabled_at) select id, 'test.unused', now() from appointed`,
    [user.email],
  )
  await addRecoveryCode(fakes, user.email)
  await context.clearCookies()
  await user.signIn(context)
}

/** Enters both factors in the dialog that a change opens. */
export async function confirmAsAdministrator(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Code from your app, or a recovery code').fill(RECOVERY_CODE)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

const addRecoveryCode = (fakes: FakesClient, email: string) =>
  fakes.sql(
    'test',
    'insert into recovery_codes (user_id, code_hash) select id, $2 from users where email = $1',
    [email, hashRecoveryCode(RECOVERY_CODE)],
  )
