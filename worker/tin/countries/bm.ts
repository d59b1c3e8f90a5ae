import { withoutTins } from '../rule.ts'

export const bm = withoutTins({ code: 'BM', name: 'Bermuda', adjective: 'Bermudian' })
