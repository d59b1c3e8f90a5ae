import type { projects } from '#db/schema/index.ts'
import type { Project } from './contract.ts'

/** A project as its members see it: nothing of its key. */
export const describeProject = (row: Omit<typeof projects.$inferSelect, 'apiKey'>): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
