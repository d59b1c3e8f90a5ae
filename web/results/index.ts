export { type GivenAnswer, useGivenAnswer, type ValidationInput, validate } from './given-answers.ts'
export { ResultBadge, resultLooks } from './result-badge.tsx'
