export {
  type GivenAnswer,
  useGivenAnswer,
  useGivenAnswers,
  type ValidationInput,
  validate,
} from './given-answers.ts'
export { ResultBadge, resultLooks } from './result-badge.tsx'
export { writtenNumber } from './written-number.ts'
