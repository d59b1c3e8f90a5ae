/** Without test tokens, which have a limit of their own. */
export const MAX_TOKENS = 10
export const MAX_TEST_TOKENS = 10
/** How long tokens work after their creator left, unless an admin keeps them. */
export const LEFT_TOKEN_DAYS = 7
export const MAX_TOKEN_NAME_LENGTH = 64
export const MAX_ALLOWED_IPS = 20
