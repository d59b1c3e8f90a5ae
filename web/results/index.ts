export { ResultBadge, resultLooks } from './result-badge.tsx'
