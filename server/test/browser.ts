export type Answer = { url: string; status: number; headers: Headers; text: string }

type Cookie = { name: string; value: string; path: string; line: string }

/**
 * As much of a browser as signing in needs: it keeps cookies with their paths, follows redirects when told to, and
 * sends forms. `via` is where the app really listens when `home` is an address that does not resolve.
 */
export function createBrowser(
  home: string,
  { via = home, headers = {} }: { via?: string; headers?: Record<string, string> } = {},
) {
  const cookies = new Map<string, Cookie>()

  async function send(
    method: string,
    target: string,
    options: { headers?: Record<string, string>; body?: URLSearchParams | string } = {},
  ) {
    const url = new URL(target, home)
    const kept = [...cookies.values()].filter(({ path }) => url.pathname.startsWith(path))
    const cookie = kept.map(({ name, value }) => `${name}=${value}`)
    if (options.headers?.cookie) cookie.push(options.headers.cookie)
    const response = await fetch(url.href.replace(home, via), {
      method,
      redirect: 'manual',
      body: options.body,
      headers: {
        accept: 'text/html',
        ...headers,
        ...options.headers,
        cookie: cookie.join('; '),
      },
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    return { url: url.href, status: response.status, headers: response.headers, text: await response.text() }
  }

  function keep(line: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /; *path=([^;]*)/i.exec(line)?.[1] ?? '/'
    const expires = /; *expires=([^;]*)/i.exec(line)?.[1]
    if (expires && Date.parse(expires) < Date.now()) cookies.delete(name + path)
    else cookies.set(name + path, { name, value, path, line })
  }

  const browser = {
    cookies,
    send,
    cookie: (name: string) => [...cookies.values()].find((cookie) => cookie.name === name),
    get: (target: string, extra?: Record<string, string>): Promise<Answer> =>
      send('GET', target, { headers: extra }),
    head: (target: string): Promise<Answer> => send('HEAD', target),
    /** Goes where redirects lead, until a page comes or the address starts with `until`. */
    async follow(answer: Answer, until = 'nowhere'): Promise<Answer> {
      const location = answer.headers.get('location')
      if (!location) return answer
      const next = new URL(location, answer.url).href
      if (next.startsWith(until)) return { ...answer, url: next }
      return browser.follow(await browser.get(next), until)
    },
    /** Sends the form of a page, with what it holds already and the given fields. */
    async submit(page: Answer, fields: Record<string, string> = {}): Promise<Answer> {
      const action = /<form[^>]* action="([^"]*)"/.exec(page.text)?.[1] ?? page.url
      const hidden = [...page.text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      )
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
      return send('POST', action, { body, headers: { origin: new URL(page.url).origin } })
    },
  }
  return browser
}

export const location = (answer: Answer) => answer.headers.get('location')
