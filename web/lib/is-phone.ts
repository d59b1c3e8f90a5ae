/** Phones get what few need folded. Read once: turning the phone changes nothing on the screen. */
export const isPhone = (): boolean => globalThis.matchMedia?.('(width < 40rem)').matches ?? false
