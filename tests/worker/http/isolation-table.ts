import table from './isolation-table.txt?raw'

const columns = ['admin', 'manager', 'member', 'stranger', 'nobody', 'suspended'] as const
export type Who = (typeof columns)[number]

/**
 * The status of each route for each caller. `stranger` is in another organization, `nobody` is signed out, `suspended` is
 * the admin of a suspended organization. Calls with an API token are tested elsewhere.
 */
export const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', ...statuses] = line.split(/\s+/)
    const expected = columns.map((who, column) => ({ who, status: Number(statuses[column]) }))
    return { route: `${method} ${path}`, method, path, expected }
  })

export type Row = (typeof rows)[number]
export type Column = Row['expected'][number]
