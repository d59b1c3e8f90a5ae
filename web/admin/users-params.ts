import { pathWith } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type UserList, usersQuerySchema } from '#worker/admin/contract.ts'

const { email, tier, sort, direction, after } = usersQuerySchema.shape

export type UserSort = 'createdAt' | 'usage'

export function parseUsersParams(query: URLSearchParams): UserList {
  return {
    email: email.safeParse(query.get('email') || undefined).data,
    tier: tier.optional().safeParse(query.get('tier') ?? undefined).data,
    sort: sort.safeParse(query.get('sort') ?? undefined).data === 'usage' ? 'usage' : undefined,
    direction: direction.safeParse(query.get('direction') ?? undefined).data === 'asc' ? 'asc' : undefined,
    after: after.safeParse(query.get('after') ?? undefined).data,
  }
}

export const usersPath = (list: UserList): string => pathWith(paths.admin, list)

export function sortedBy(list: UserList, sort: UserSort): UserList {
  const current = list.sort ?? 'createdAt'
  return {
    ...list,
    after: undefined,
    sort: sort === 'usage' ? 'usage' : undefined,
    direction: sort === current && list.direction !== 'asc' ? 'asc' : undefined,
  }
}

const orders = {
  createdAt: { desc: 'newest first', asc: 'oldest first' },
  usage: { desc: 'highest usage first', asc: 'lowest usage first' },
} as const

export const orderOf = ({ sort = 'createdAt', direction = 'desc' }: UserList): string =>
  orders[sort][direction]
