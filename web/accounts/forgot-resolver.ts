import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPasswordSchema } from '#worker/accounts/contract.ts'

export const resolver = zodResolver(forgotPasswordSchema)
