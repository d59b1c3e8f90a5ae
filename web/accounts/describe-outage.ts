import type { RegisterStatus } from '#worker/registers/contract.ts'

type Register = Pick<RegisterStatus, 'id' | 'name' | 'state' | 'health'>

/** VIES is one register, which is listed as a whole and by country: `vies:DE`. Undefined without an outage. */
export function describeOutage(registers: readonly Register[]): string | undefined {
  const down = registers.filter(({ state, health }) => state === 'on' && health === 'down')
  const whole = down.filter(({ id }) => !id.includes(':'))
  if (whole.length > 1) return `${whole.length} aren't responding right now`
  if (whole[0]) return `${whole[0].name} isn't responding right now`
  const places = down.length === 1 ? '1 country' : `${down.length} countries`
  return down.length > 0 ? `VIES isn't responding in ${places} right now` : undefined
}
