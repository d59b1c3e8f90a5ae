export const MAX_TOKENS = 10
export const MAX_TEST_TOKENS = 10
export const LEFT_TOKEN_DAYS = 7
export const MAX_TOKEN_NAME_LENGTH = 64
export const MAX_ALLOWED_IPS = 20
