import pg from 'pg'

/** One statement on a connection of its own. */
export async function query(connectionString: string, sql: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client.query(sql, values).finally(() => client.end())
}

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
