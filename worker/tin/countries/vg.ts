import { withoutTins } from '../rule.ts'

export const vg = withoutTins({ code: 'VG', name: 'British Virgin Islands', adjective: 'Virgin Islands' })
