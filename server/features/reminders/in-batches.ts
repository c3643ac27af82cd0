type Waiting<T, R> = { item: T; resolve: (answer: R) => void; reject: (error: unknown) => void }

/**
 * Batches calls: those made until `gathered` resolves, or while `atOnce` batches are running, share one call of `work`, and
 * each gets its own answer. A statement for many rows costs little more than one for a single row.
 */
export function inBatches<T, R>(
  gathered: () => Promise<unknown>,
  work: (items: T[]) => Promise<(item: T) => R>,
  atOnce = 1,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let busy = 0

  async function run() {
    busy++
    while (waiting.length) {
      await gathered()
      const batch = waiting.splice(0)
      // Another run may have taken all the items meanwhile.
      if (!batch.length) break
      try {
        const answerTo = await work(batch.map(({ item }) => item))
        for (const { item, resolve } of batch) resolve(answerTo(item))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    busy--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy < atOnce) void run()
    })
}
