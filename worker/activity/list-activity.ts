import type { Context } from '#worker/context.ts'
import type { Activity, ActivityQuery } from './contract.ts'
import { readPage } from './read-page.ts'

type Input = ActivityQuery & { organizationId: string }

/** The organization's calls that fit the filter, newest first: the latest, or those that follow the call `before`. */
export const listActivity = (ctx: Context, input: Input): Promise<Activity[]> => readPage(ctx.db, input)
