import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Scope } from '@shared/scopes'
import type { signIn } from './test-app'

type Revision = 'legacy' | 'auto'

/** A token with `scopes`, made as its owner makes one. */
export async function tokenWith(asOwner: Awaited<ReturnType<typeof signIn>>, scopes: readonly Scope[]) {
  const { body } = await asOwner
    .post('/api/tokens')
    .send({ name: 'Assistant', scopes, expiresInDays: 30 })
    .expect(201)
  return String(body.token)
}

/** The client of the protocol's authors, connected to `origin`. `legacy` speaks the revisions before 2026-07-28. */
export async function connect(origin: string, token: string, mode: Revision = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/mcp', origin), { requestInit: { headers } }),
  )
  return client
}
