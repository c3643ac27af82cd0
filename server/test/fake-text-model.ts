import type { ModelMessage } from '../senders/text-model'

/** Answers as it is told to, and keeps what it was asked. */
export function createFakeTextModel() {
  const asked: ModelMessage[][] = []
  const fake = {
    name: 'fake-model',
    asked,
    answer: async (): Promise<string> => 'What made it good?',
    complete: (messages: ModelMessage[]): Promise<string> => {
      asked.push(messages)
      return fake.answer()
    },
  }
  return fake
}
