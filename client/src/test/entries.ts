import { entryRecord, type JournalEntryView } from '@shared/journal'

let count = 0

export function anEntry(overrides: Partial<JournalEntryView> = {}): JournalEntryView {
  return {
    id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    userId: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a01',
    ...entryRecord.stored(entryRecord.values({ entryDate: '2026-11-21' })),
    moodChosen: overrides.mood !== undefined,
    createdAt: '2026-11-21T08:00:00.000Z',
    updatedAt: '2026-11-21T08:00:00.000Z',
    ...overrides,
  }
}
