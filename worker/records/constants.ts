export const TEST_RECORD_DAYS = 1

export const MAX_EXPORTED_RECORDS = 20_000

/** How long a link works, in days. Null: as long as the record is kept. */
export const linkDays = [7, 30, 365, null] as const
