import type { CachedAnswer } from './cached-answer.ts'
import type { LookUpRequest, Register, RegisterAnswer, RegisterHttp } from './register.ts'
import type { RegisterCaller } from './shares.ts'

export type RegisterCall = {
  register: Register
  request: LookUpRequest
  lookUp: (http: RegisterHttp) => Promise<RegisterAnswer>
  cacheKey: string
  isFallback: boolean
  /** Milliseconds since 1970. `oldest` is 0 for the register's own rule. */
  deadline: number
  oldest: number
  caller: RegisterCaller
  isFresh: boolean
  known?: { answer: CachedAnswer | undefined }
  hasOtherAnswers?: () => boolean
}
