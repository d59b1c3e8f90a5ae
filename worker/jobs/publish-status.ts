import type { Context } from '#worker/context.ts'
import { readStatusHistory, statusRss } from '#worker/status/read-status.ts'
import type { JobResult } from './job.ts'

export async function publishStatus(ctx: Context): Promise<JobResult> {
  if (ctx.statusFiles) {
    const history = await readStatusHistory(ctx)
    await ctx.statusFiles.put('status.json', JSON.stringify(history))
    await ctx.statusFiles.put('status.rss', statusRss(history, ctx.settings.APP_ORIGIN))
  }
  return { counts: {}, hasMore: false }
}
