import { beforeEach, expect, test } from 'vitest'
import { hostileFiles } from '../../test/hostile-files'
import { exported, sendFile } from '../../test/imports'
import { type Client, signInAnaAndBen } from '../../test/people'
import { readingWithin } from '../../test/reading'
import { createTestApp } from '../../test/test-app'

/** Half of what a reading may take. */
const { app, db } = await createTestApp({
  startReading: readingWithin({ heapMiB: 128, processorSeconds: 30 }),
})
let asAna: Client
beforeEach(async () => ({ asAna } = await signInAnaAndBen(app, db)))

test.each(await hostileFiles())(
  '%s',
  { timeout: 120_000, tags: 'nightly' },
  async (_, { make, name, ...expected }) => {
    const content = await make()
    const before = process.cpuUsage()
    const { status, body } = await sendFile(asAna, content, { preview: true, ...(name && { name }) })
    const { user, system } = process.cpuUsage(before)
    if ('refusal' in expected) expect(body.message).toMatch(expected.refusal)
    else expect(body).toMatchObject({ source: expected.source })
    expect('refusal' in expected ? [400, 413] : [200]).toContain(status)
    // Of the server and the client together, in microseconds of processor time: no stretch can be longer.
    expect(user + system).toBeLessThan(2_000_000)
    expect(await exported(asAna)).toEqual({ goals: [], entries: [] })
  },
)
