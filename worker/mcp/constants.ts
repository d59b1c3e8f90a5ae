export const MAX_NUMBERS = 50
export const MAX_RESULTS = 100
