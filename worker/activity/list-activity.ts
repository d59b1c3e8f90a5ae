import type { Context } from '#worker/context.ts'
import type { Activity, ActivityQuery } from './contract.ts'
import { readPage } from './read-page.ts'

type Input = ActivityQuery & { organizationId: string }

export const listActivity = (ctx: Context, input: Input): Promise<Activity[]> => readPage(ctx.db, input)
