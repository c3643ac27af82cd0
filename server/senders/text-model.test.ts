import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../test/serve'
import outputs from './model-outputs.json' with { type: 'json' }
import repliesWithHelp from './replies-with-help.json' with { type: 'json' }
import { createTextModel } from './text-model'

type Asked = { max_completion_tokens?: number; max_tokens?: number }
const server = await serve()
const asked: Asked[] = []
let authorization: string | undefined
let answer: (res: ServerResponse, body: Asked) => unknown
const take = async (req: IncomingMessage, res: ServerResponse) => {
  authorization = req.headers.authorization
  const body = (await json(req)) as Asked
  asked.push(body)
  answer(res, body)
}
server.handle((req, res) => void take(req, res))
const create = (settings: object = {}, limitMs?: number) =>
  createTextModel({ baseUrl: `${server.origin}/v1`, model: 'small', ...settings }, limitMs)
beforeEach(() => {
  asked.length = 0
})

const says = (content: unknown, others: object = {}, reason = 'stop') =>
  JSON.stringify({ choices: [{ message: { content, ...others }, finish_reason: reason }] })
const reply = (body: string) => {
  answer = (res) => res.end(body)
  return create()
    .complete([], { isForPerson: true })
    .catch(() => undefined)
}
const events = (...choices: object[]) =>
  choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\r\n\r\n`).join('')

const nice = 'Nice. How was the sea?'
const unbearable = 'That sounds unbearable.'
describe.each<[string, [said: string, left: string | undefined][]]>([
  [
    'words that may help in danger',
    [
      ...[
        "I'm an AI language model, and you deserve a person. Please call or text 988 now. Are you safe?",
        "I can't help with this on my own, but please call 116 123 now.",
        `${unbearable}\n\nNote: if you are in danger, call 988 or 911 now.`,
        'Please call 988 now.\nOr text this line: 741741.',
        "I'm sorry. Here are some options:\n- Call 988\n- Go to the nearest emergency room",
      ].map((words): [string, string] => [says(words), words]),
      [
        says(`<think>Call 112.</think>${unbearable}\n\n---\n\nCall **112** now.`),
        `${unbearable}\n\nCall 112 now.`,
      ],
    ],
  ],
  [
    'a colon that ends no lead-in',
    [
      "I'd say go to bed at 7:30 tonight and see how you feel.",
      "I'd write to her at 10:15, when you are calm.",
      'You asked for your plan. Here is your answer from Tuesday: run, then read.',
      'I read <message> in your text. Go on.',
    ].map((words) => [says(words), words]),
  ],
  [
    'thoughts',
    [
      [says(`<think>\nShort.\n</think>\n\n${nice}`), nice],
      [says(`Short.\n</think>\n\n${nice}`), nice],
      [says('<think>\nThey swam. I should', {}, 'length'), undefined],
      [says(`<think>a<think>b</think>c</think>${nice}`), nice],
      [says(`<THINKING effort="low">They swam.</THINKING>${nice}`), nice],
      [says(`[THINK]They swam.[/THINK]${nice}`), nice],
      [says(`◁think▷They swam.◁/think▷${nice}`), nice],
      [says(`<think/>${nice}`), nice],
      [says(`<|thinking|>Short.<|/thinking|>${nice}`), nice],
      [says(`<unused94>thought\nShort.<unused95>${nice}`), nice],
      [says(`<inner_monologue>Short.</inner_monologue>\n${nice}`), nice],
      [says(`Thought process: They swam.\n\nResponse: ${nice}`), nice],
      [
        says(
          `<|channel|>analysis<|message|>They swam.<|end|><|start|>assistant<|channel|>final<|message|>${nice}<|return|>`,
        ),
        nice,
      ],
      [says('<|channel|>analysis<|message|>They swam.', {}, 'length'), undefined],
      [says(`analysisThey swam.assistantfinal${nice}`), nice],
      [says(`commentaryI write.assistantfinal${nice}`), nice],
      [says('commentaryI write.', {}, 'length'), undefined],
      [says('assistantanalysis we swim.', {}, 'length'), undefined],
      [says('analysis They swam.', {}, 'length'), undefined],
      [says(`analysis of the day.assistantfinal${nice}`), nice],
      [says('analysis of a good day helps.'), 'analysis of a good day helps.'],
      [says('commentary is free.'), 'commentary is free.'],
      [says(`<details type="reasoning" done="true">\n> They swam.\n</details>\n${nice}`), nice],
      [says('<details type="reasoning">They swam.', {}, 'length'), undefined],
      [says(`${nice}</details>`), `${nice}</details>`],
      [says('', { reasoning_content: 'They swam.' }), undefined],
      [says(null, { reasoning: 'They swam.' }), undefined],
    ],
  ],
  [
    'tokens of a template',
    [
      [says(`${nice}<|im_end|>\n<|im_start|>user\nCold.`), nice],
      [says(`<|im_start|>assistant\n${nice}`), nice],
      [says(`<|start_header_id|>assistant<|end_header_id|>\n\n${nice}<|eot_id|>`), nice],
      [says(`${nice}<｜end▁of▁sentence｜>`), nice],
      [says(`${nice}<|im_end`), nice],
      [says(`${nice}<|`), nice],
      [says(`${nice}\n<｜end▁of▁sentence｜`), nice],
      [says(`<s>[INST] ${nice}</s>`), nice],
      [says(`<answer>${nice}</answer>`), nice],
    ],
  ],
  [
    'what is around the words',
    [
      [says(`Lisa: ${nice}`), nice],
      [says(`**Lisa (AI):** ${nice}`), nice],
      [says(`Sure! Here's a reply:\n\n"${nice}"`), nice],
      [
        says(
          `Here’s a short reply you could send:\n\n“${nice}”\n\nLet me know if you'd like a different tone.`,
        ),
        nice,
      ],
      [says(`Okay, here's how Lisa might respond:\n\n${nice}`), nice],
      [says(`Claro, aquí tienes una respuesta: ${nice}`), nice],
      [says(`Here are two options:\n\n1. ${nice}\n2. Was it cold?`), nice],
      [says(`${nice}\nUser: Cold.\nLisa: Brr.`), nice],
      [says(`${nice}\n\n(Note: one question, as asked.)`), nice],
      [says(`{"reply": "${nice}"}`), nice],
      [says(`\`\`\`\n${nice}\n\`\`\``), nice],
      [says('{"name": "save_entry", "arguments": {}}'), undefined],
      [says("I'm sorry, but as an AI language model I can't do that."), undefined],
      [says("Sure! Here's a reply:", {}, 'length'), undefined],
      // These belong to it.
      [says("Here's how I'd say it: slowly."), "Here's how I'd say it: slowly."],
      [says('Here’s what I read in your message: courage.'), 'Here’s what I read in your message: courage.'],
      [says('"Sea" and "salt" in one day.'), '"Sea" and "salt" in one day.'],
      [says('You said "never". Lisa would too.'), 'You said "never". Lisa would too.'],
    ],
  ],
  [
    'Markdown',
    [
      [
        says('## The sea\n\n**Nice**, and *cold*.\n* salt\n* sun'),
        'The sea\n\nNice, and cold.\n- salt\n- sun',
      ],
      [says('See [this](https://a.example) and `that`.'), 'See this and that.'],
      [says('2 * 3 * 4 and my_own_name and 5 ** 2'), '2 * 3 * 4 and my_own_name and 5 ** 2'],
    ],
  ],
  [
    'what the limit of tokens has cut off',
    [
      [says('Nice. How was the', {}, 'length'), 'Nice.'],
      [says('“Nice! How was the', {}, 'length'), 'Nice!'],
      [says('How was the', {}, 'length'), undefined],
      [says('{"reply": "Nice. How was', {}, 'length'), undefined],
    ],
  ],
  [
    'forms of an answer',
    [
      [
        says([
          { type: 'thinking', thinking: [{ type: 'text', text: 'They swam.' }] },
          { type: 'text', text: nice },
        ]),
        nice,
      ],
      [
        `\ufeff${events({ delta: { content: 'Nice. ' } }, { delta: { content: 'How was the sea?' } }, { delta: {}, finish_reason: 'stop' })}data: [DONE]`,
        nice,
      ],
      [`: waiting\n\n${events({ delta: { reasoning: 'They' } }, { delta: { content: nice } })}`, nice],
      // The connection was lost.
      [events({ delta: { content: 'Nice. How was' } }), 'Nice.'],
      [says(`${nice} ${'sea '.repeat(50_000)}`), nice],
      [says(`<think>${'sea '.repeat(50_000)}</think>${nice}`), nice],
      [says('sea '.repeat(500_000)), undefined],
      ['<html>Bad gateway</html>', undefined],
      [nice, undefined],
      ['{"error":{"message":"busy"}}', undefined],
      ['{"choices":[null]}', undefined],
    ],
  ],
])('of %s', (_, cases) => {
  test.each(cases)('%#', async (body, left) => {
    expect(await reply(body)).toBe(left)
  })
})

/** Written by somebody who did not know the rules; what has an even number was not looked at for them. */
test.each([
  { half: 'odd', right: 60 },
  { half: 'even', right: 56 },
])(
  'of 60 answers, of $half numbers, $right are left as their author would have it',
  async ({ half, right }) => {
    let found = 0
    for (const { body, left } of outputs.filter(({ n }) => (n % 2 === 1) === (half === 'odd'))) {
      const said = await reply(typeof body === 'string' ? body : JSON.stringify(body))
      if (said === (left ?? undefined)) found++
    }
    expect(found).toBeGreaterThanOrEqual(right)
  },
)

test('what no person reads keeps its form, without thoughts', async () => {
  answer = (res) => res.end(says('<think>{}</think>```json\n{"summary": "**Sea**"}\n```<|im_end|>'))
  expect(await create().complete([])).toBe('```json\n{"summary": "**Sea**"}\n```')
})

test.each([400, 422])(
  'a server that refuses max_completion_tokens with %i is asked with max_tokens from then on',
  async (status) => {
    answer = (res, body) => res.writeHead(body.max_completion_tokens ? status : 200).end(says(nice))
    const model = create()
    for (let n = 0; n < 2; n++) expect(await model.complete([], { maxTokens: 7 })).toBe(nice)
    expect(asked.map((body) => [body.max_completion_tokens, body.max_tokens])).toEqual([
      [7, undefined],
      [undefined, 7],
      [undefined, 7],
    ])
  },
)

test('one that refuses for another reason is asked twice, and the next time as before', async () => {
  answer = (res) => res.writeHead(400).end('{}')
  const model = create()
  for (let n = 0; n < 2; n++) await expect(model.complete([], { maxTokens: 7 })).rejects.toThrow('(400)')
  expect(asked.map((body) => body.max_tokens)).toEqual([undefined, 7, undefined, 7])
})

// By an author who did not know the rules; 34 of the 40 are also cleaned as that author would.
test('of 40 replies to people in danger each keeps every number to call', async () => {
  const numbersIn = (text = '') => text.match(/\d[\d ().-]*\d|\d/g)
  for (const { said } of repliesWithHelp) expect(numbersIn(await reply(says(said)))).toEqual(numbersIn(said))
})

test('a server without a key is sent none', async () => {
  answer = (res) => res.end(says(nice))
  await create().complete([])
  expect(authorization).toBeUndefined()
  await create({ apiKey: 'sk' }).complete([])
  expect(authorization).toBe('Bearer sk')
})

test('what nobody waits for may take longer than a reply', async () => {
  answer = (res) => setTimeout(() => res.end(says(nice)), 300)
  const model = create({}, 100)
  await expect(model.complete([])).rejects.toThrow('(timeout)')
  expect(await model.complete([], { isPatient: true })).toBe(nice)
})

test.each([
  '<think>',
  '</think>',
  '<|channel|>',
  '<|im_end|',
  '<think ',
  '<details type="x"',
  '"',
  '*',
  '**a ',
  '[a](',
  '\n- ',
  '{"',
  'Lisa: ',
  '\\u00',
  '_a',
])('many of %j are read in the time of a test', { timeout: 10_000 }, async (part) => {
  await reply(says(part.repeat(Math.ceil(200_000 / part.length))))
})
