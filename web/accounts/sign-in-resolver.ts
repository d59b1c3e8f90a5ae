import { zodResolver } from '@hookform/resolvers/zod'
import { credentialsSchema } from '#worker/accounts/contract.ts'

export const resolver = zodResolver(credentialsSchema)
