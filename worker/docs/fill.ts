import { recordYears, type Tier } from '#worker/membership/constants.ts'

export const formatNumber = new Intl.NumberFormat('en-US').format

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The texts of the docs need a value for {{${name}}}`)
    return typeof value === 'number' ? formatNumber(value) : value
  })

/** Texts below `# name`: the name, and the other lines that aren't empty. */
export const sectionsOf = (text: string): [heading: string, lines: string[]][] =>
  text
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n').filter(Boolean)
      return [heading, lines]
    })

export const byTier = (limits: Readonly<Record<Tier, number>>) => ({
  free: limits.FREE,
  pro: limits.PRO,
  enterprise: limits.ENTERPRISE,
})

const formatYears = (years: number): string => (years === 1 ? '1 year' : `${years} years`)

export const recordYearsByTier = {
  freeYears: formatYears(recordYears.FREE),
  proYears: formatYears(recordYears.PRO),
  enterpriseYears: formatYears(recordYears.ENTERPRISE),
}
