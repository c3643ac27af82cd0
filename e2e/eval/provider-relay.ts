import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A relay between the app and the voice provider at `baseUrl`, which records the calls that begin and are hung up. */
export async function relayTo(baseUrl: string) {
  const offerOf = new Map<string, string>()
  const isHungUp = new Map<string, boolean>()

  const server = createServer((req, res) => {
    pass(req, res).catch(() => res.writeHead(502).end())
  })

  async function pass(req: IncomingMessage, res: ServerResponse) {
    const body = await text(req)
    const names = ['authorization', 'content-type', 'openai-safety-identifier']
    const headers = names.flatMap((name): [string, string][] => {
      const value = req.headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    })
    const answer = await fetch(baseUrl + req.url, { method: req.method, headers, body: body || undefined })
    const location = answer.headers.get('location')
    if (answer.ok && location) {
      const form = await new Response(body, { headers }).formData()
      begin(location, String(form.get('sdp')))
    }
    // 404: the provider may already have removed a call that the browser has closed.
    const [, hungUp] = /\/calls\/([^/]+)\/hangup$/.exec(req.url ?? '') ?? []
    if (hungUp && (answer.ok || answer.status === 404)) isHungUp.set(offerOf.get(hungUp) ?? '', true)
    res.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(location && { location }),
    })
    res.end(await answer.text())
  }

  function begin(location: string, offer: string) {
    offerOf.set(location.replace(/.*\//, ''), offer)
    isHungUp.set(offer, false)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Whether the call of the browser's `offer` is hung up; undefined if it did not begin. */
    isHungUp: (offer: string) => isHungUp.get(offer),
    stop: () => server.close(),
  }
}

export type ProviderRelay = Awaited<ReturnType<typeof relayTo>>
