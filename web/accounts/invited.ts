/** Of the invitation that led here: its token, and the one address it is for. Both null without a living one. */
export type Invited = { token: string | null; email: string | null }
