import { lazyComponent } from '#web/lib/lazy-component.tsx'

const creating = () => import('./create-token-dialog.tsx')

export const CreateTokenDialog = lazyComponent(async () => (await creating()).CreateTokenDialog, null)

/** Loaded with the form, because the token is shown only once. */
export const TokenCreatedDialog = lazyComponent(async () => (await creating()).TokenCreatedDialog, null)

export const RevokeTokenDialog = lazyComponent(
  async () => (await import('./revoke-token-dialog.tsx')).RevokeTokenDialog,
  null,
)
