import { zodResolver } from '@hookform/resolvers/zod'
import { createOrganizationSchema } from '#worker/organizations/contract.ts'

export const nameResolver = zodResolver(createOrganizationSchema)
