export { cancelDeletion } from './delete-token.ts'
export { RevokeTokenDialog } from './revoke-token-dialog.tsx'
export { usableTokens } from './token-state.ts'
export { useNewToken } from './use-new-token.tsx'
