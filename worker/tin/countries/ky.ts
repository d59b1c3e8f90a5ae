import { withoutTins } from '../rule.ts'

export const ky = withoutTins({ code: 'KY', name: 'Cayman Islands', adjective: 'Caymanian' })
