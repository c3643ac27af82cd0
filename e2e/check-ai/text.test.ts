import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serve } from '../../server/test/serve'
import { hideKey, lineOf, quoted, rowsOf } from './rows'
import { checkText } from './text'

const server = await serve()
const model = { baseUrl: `${server.origin}/v1`, apiKey: `sk-${'k'.repeat(40)}`, model: 'm' }
const summary = JSON.stringify({ summary: 'They walked by the sea.', topics: ['sea'] })

/** What the check says of a text server with these answers: a reply, then a summary. */
async function said(answers: string[], replyMs = 0, limitMs = 5_000) {
  let asked = 0
  server.handle((_req, res) => {
    const content = answers[asked]
    const waitsMs = asked++ === 0 ? replyMs : 0
    void sleep(waitsMs).then(() => res.end(JSON.stringify({ choices: [{ message: { content } }] })))
  })
  return (await checkText(model, limitMs)).map((row) =>
    lineOf(row)
      .trim()
      .replace(/\s{2,}/g, ' | '),
  )
}

test('thoughts are found in the raw answer, and are not in what is left', async () => {
  expect(await said(['<think>A walk.</think>How was the sea?', `<think>JSON.</think>${summary}`])).toEqual([
    expect.stringMatching(/^reply in time \| ok \| after 0\.\d s: "How was the sea\?"$/),
    'thoughts taken out | ok | the raw answer had thoughts or tokens of its template',
    'summary accepted | ok | "They walked by the sea."',
  ])
})

test('thoughts alone, and prose instead of a summary, fail', async () => {
  expect(await said(['<think>A walk', 'The user walked.'])).toEqual([
    expect.stringMatching(/^reply in time \| failed \| nothing is left/),
    expect.stringMatching(/^thoughts taken out \| failed/),
    'summary accepted | failed | this is no JSON with a summary: "The user walked."',
  ])
})

test('a slow server fails for replies, and may still write summaries', async () => {
  expect(await said(['Late.', summary], 1_500, 100)).toEqual([
    expect.stringMatching(/^reply in time \| failed \| no answer in time \(TEXT_TIMEOUT_S=0\.1/),
    'thoughts taken out | not possible | needs: reply in time',
    'summary accepted | ok | "They walked by the sea."',
  ])
})

test('a key that a server quotes is taken out before the quotation is cut', async () => {
  const [, , summary] = await said(['Hi.', `${'word '.repeat(20)}${model.apiKey}`])
  expect(summary).toMatch(/word …"$/)
})

test('a short key takes nothing out of ordinary words', () => {
  hideKey('none')
  expect(quoted('nonetheless')).toBe('"nonetheless"')
})

test('a row that is missing needs what failed before it, and nothing that failed after it', async () => {
  const { report, rows } = rowsOf(['a', 'b', 'c'])
  report('b', 'failed')
  expect(rows().map(({ why }) => why)).toEqual([undefined, undefined, 'needs: b'])
  expect(await said([])).toContain('thoughts taken out | not possible | needs: reply in time')
})
