import autocannon from 'autocannon'

export type Figures = { throughput: number; p50: number; p99: number }

/** Answers per second of `url` under ten connections, as many as one user may have at work, and how many milliseconds they took. */
export async function load(url: string, next: () => autocannon.Request, duration: number): Promise<Figures> {
  const times: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections: 10,
        duration,
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    )
    // Its own percentiles are in whole milliseconds.
    instance.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
  const failures = result.non2xx + result.errors
  if (failures) throw new Error(`${failures} requests to ${url} failed`)
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { throughput: times.length / result.duration, p50: at(0.5), p99: at(0.99) }
}

export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
