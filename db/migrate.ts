import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateWith } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'

/** Connects over TCP: Neon's HTTP API has no interactive transactions. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await migrateWith(drizzle({ client }), { migrationsFolder: `${import.meta.dirname}/migrations` })
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) {
    console.error('DATABASE_URL is not set.')
    process.exit(1)
  }
  await migrate(databaseUrl)
  console.log('The database is up to date.')
}
