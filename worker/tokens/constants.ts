/** Without test tokens, which have a limit of their own. */
export const MAX_TOKENS = 10
export const MAX_TEST_TOKENS = 10
export const DEFAULT_TOKEN_NAME = 'default'
