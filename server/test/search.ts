import type { Client } from './people'

export const entries = '/api/journal-entries'

/** The entries that are found, their days, and how many the server says there are in all. */
export async function search(client: Client, q: string, page: object = {}) {
  const { body, headers } = await client
    .get(entries)
    .query({ q, ...page })
    .expect(200)
  const days: string[] = body.map(({ entryDate }: { entryDate: string }) => entryDate)
  return { body, days, total: headers['x-total-count'] }
}
