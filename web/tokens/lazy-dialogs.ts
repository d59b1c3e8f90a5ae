import { lazyDialog } from '#web/lib/lazy-dialog.tsx'

const creating = () => import('./create-token-dialog.tsx')

export const CreateTokenDialog = lazyDialog(async () => (await creating()).CreateTokenDialog)

/** Loaded with the form, because the token is shown only once. */
export const TokenCreatedDialog = lazyDialog(async () => (await creating()).TokenCreatedDialog)

export const RevokeTokenDialog = lazyDialog(
  async () => (await import('./revoke-token-dialog.tsx')).RevokeTokenDialog,
)
