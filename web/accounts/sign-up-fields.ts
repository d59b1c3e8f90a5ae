/** Where the phone number is from. */
export type Dial = { country: string; code: string }

export type SignUpFields = { email: string; dial: Dial; phone: string; terms: boolean }

export const defaultDial: Dial = { country: 'US', code: '+1' }
