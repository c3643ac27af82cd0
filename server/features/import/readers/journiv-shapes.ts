import * as z from 'zod'
import { delta } from './delta-text'

const text = z.string().nullish().catch(undefined)
const list = z.array(z.unknown()).catch([])

const place = z
  .object({ name: text, locality: text, admin_area: text, country: text })
  .nullish()
  .catch(undefined)

/** What entries (until version 1.2 of the export) and moments (which hold the entry since) have in common. */
const circumstances = {
  tags: z.array(z.string()).catch([]),
  prompt_text: text,
  media: list,
  location_json: place,
  weather_summary: text,
  is_pinned: z.boolean().catch(false),
}

const words = {
  title: text,
  content: text,
  content_plain_text: text,
  content_delta: delta.nullish().catch(undefined),
  journal_external_id: text,
}

const feelings = {
  note: text,
  primary_mood_name: text,
  mood_activity: z.array(z.object({ mood_name: text, activity_name: text })).catch([]),
}

export const journivEntry = z
  .object({
    ...circumstances,
    ...words,
    entry_date: text,
    entry_datetime_utc: text,
    entry_timezone: text,
    location: text,
    weather: text,
    mood_log: z.object({ mood_name: text, note: text }).nullish().catch(undefined),
    moment: z.object(feelings).nullish().catch(undefined),
  })
  .transform((entry) => ({
    ...entry,
    words: entry,
    date: entry.entry_date,
    instant: entry.entry_datetime_utc,
    zone: entry.entry_timezone,
    place: [entry.location, ...Object.values(entry.location_json ?? {})],
    weather: entry.weather_summary ?? entry.weather,
    mood: entry.mood_log?.mood_name ?? entry.moment?.primary_mood_name,
    note: entry.mood_log?.note ?? entry.moment?.note,
    felt: entry.moment?.mood_activity ?? [],
  }))

export type JournivEntry = z.infer<typeof journivEntry>

export const journivMoment = z
  .object({
    ...circumstances,
    ...feelings,
    logged_date_tz: text,
    logged_date: text,
    logged_at_utc: text,
    logged_at: text,
    logged_timezone: text,
    location_data: place,
    entry: z.object(words).nullish().catch(undefined),
  })
  .transform((moment) => ({
    ...moment,
    words: moment.entry,
    date: moment.logged_date_tz ?? moment.logged_date,
    instant: moment.logged_at_utc ?? moment.logged_at,
    zone: moment.logged_timezone,
    place: Object.values(moment.location_json ?? moment.location_data ?? {}),
    weather: moment.weather_summary,
    mood: moment.primary_mood_name,
    felt: moment.mood_activity,
  }))
export type JournivMoment = z.infer<typeof journivMoment>

/** `score`, from 1 to 5, is there since version 1.2. */
export const journivMood = z.object({
  name: z.string(),
  category: text,
  score: z.int().min(1).max(5).nullish().catch(undefined),
})
