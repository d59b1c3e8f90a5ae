import { accepts, useList } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { usersQuerySchema } from '#worker/admin/contract.ts'

const { email, tier, after } = usersQuerySchema.shape

export const usersList = {
  path: paths.admin,
  params: {
    email: accepts(email),
    tier: accepts(tier),
    sort: (text: string) => text === 'usage',
    direction: (text: string) => text === 'asc',
    after: accepts(after),
  },
  cursor: 'after',
  view: ['sort', 'direction'],
} as const

export const useUsersList = () => useList(usersList)
export type UsersList = ReturnType<typeof useUsersList>

export type UserSort = 'createdAt' | 'usage'
type Order = { sort?: string | undefined; direction?: string | undefined }

export const sortOf = ({ sort }: Order): UserSort => (sort === 'usage' ? sort : 'createdAt')

export const sortedBy = (order: Order, picked: UserSort) => ({
  sort: picked === 'usage' ? picked : undefined,
  direction: picked === sortOf(order) && order.direction !== 'asc' ? 'asc' : undefined,
})

const orders = {
  createdAt: { desc: 'newest first', asc: 'oldest first' },
  usage: { desc: 'highest usage first', asc: 'lowest usage first' },
} as const

export const orderOf = (order: Order): string =>
  orders[sortOf(order)][order.direction === 'asc' ? 'asc' : 'desc']
