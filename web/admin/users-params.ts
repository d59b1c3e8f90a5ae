import { pathWith, readParam } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type UserList, usersQuerySchema } from '#worker/admin/contract.ts'

const { shape } = usersQuerySchema

export type UserSort = 'createdAt' | 'usage'

export const parseUsersParams = (query: URLSearchParams): UserList => ({
  email: readParam(query, 'email', shape.email),
  tier: readParam(query, 'tier', shape.tier),
  sort: query.get('sort') === 'usage' ? 'usage' : undefined,
  direction: query.get('direction') === 'asc' ? 'asc' : undefined,
  after: readParam(query, 'after', shape.after),
})

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
