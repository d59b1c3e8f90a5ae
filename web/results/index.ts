export {
  type GivenAnswer,
  useGivenAnswer,
  useGivenAnswers,
  type ValidationInput,
  validate,
  writtenNumber,
} from './given-answers.ts'
export { ResultBadge, resultLooks } from './result-badge.tsx'
