type Units = Record<string, number>

/** Calls by namespace and service. */
export class Counters {
  private readonly counts = new Map<string, Map<string, Units>>()

  add(service: string, namespace: string, unit: string, amount: number): void {
    const services = this.counts.get(namespace) ?? new Map<string, Units>()
    this.counts.set(namespace, services)
    const units = services.get(service) ?? {}
    services.set(service, units)
    units[unit] = (units[unit] ?? 0) + amount
  }

  /** The counts by service, of one namespace or of all. */
  read(namespace?: string): Record<string, Units> {
    const total: Record<string, Units> = {}
    for (const [name, services] of this.counts) {
      if (namespace !== undefined && name !== namespace) continue
      for (const [service, units] of services) {
        const sum = total[service] ?? {}
        total[service] = sum
        for (const [unit, amount] of Object.entries(units)) sum[unit] = (sum[unit] ?? 0) + amount
      }
    }
    return total
  }

  reset(namespace?: string): void {
    if (namespace === undefined) this.counts.clear()
    else this.counts.delete(namespace)
  }
}
