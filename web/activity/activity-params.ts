import type * as z from 'zod'
import { paths } from '#web/paths.ts'
import { type ActivityFilter, activityQuerySchema } from '#worker/activity/contract.ts'

export type ActivityParams = { filter: ActivityFilter; before: number | undefined }

const { shape } = activityQuerySchema

function read<Value>(schema: z.ZodType<Value>, text: string | null): Value | undefined {
  const result = schema.safeParse(text ?? undefined)
  return result.success ? result.data : undefined
}

/** Invalid parameters are ignored. */
export function parseActivityParams(query: URLSearchParams): ActivityParams {
  return {
    filter: {
      status: read(shape.status, query.get('status')),
      endpoint: read(shape.endpoint, query.get('endpoint')),
      tokenId: read(shape.tokenId, query.get('token')),
      day: read(shape.day, query.get('day')),
    },
    before: read(shape.before, query.get('before')),
  }
}

export function activityPath({ status, endpoint, tokenId, day }: ActivityFilter, before?: number): string {
  const query = new URLSearchParams()
  const parts = { status, endpoint, token: tokenId, day, before }
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? paths.activity : `${paths.activity}?${query}`
}

export const isFiltered = (filter: ActivityFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)
