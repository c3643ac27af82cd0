import type { RequestListener } from 'node:http'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { deliveryStatuses, reminderChannels } from '@shared/reminders'
import { runningVersion } from '../version'

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of this process for Prometheus. Labels hold no personal data and nothing that a caller can choose. */
export function createMetrics(pool: pg.Pool) {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `lisa_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `lisa_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge(
    'database_connections_in_use',
    'Connections of the pool in use',
    () => pool.totalCount - pool.idleCount,
  )
  gauge('database_connections_max', 'Connections that the pool may have', () => pool.options.max ?? 0)
  gauge('database_waiting', 'Requests that wait for a connection of the pool', () => pool.waitingCount)
  const deliveries = counter('reminder_deliveries_total', 'Attempts to deliver a reminder, by result', [
    'channel',
    'status',
  ])
  const mailsReceived = counter('mails_received_total', 'Mails to MAIL_IN, by what became of them', [
    'outcome',
  ])
  // Prometheus misses the first failure if the counter appears only then.
  for (const channel of reminderChannels)
    for (const status of deliveryStatuses) if (status !== 'sending') deliveries.inc({ channel, status }, 0)
  mailsReceived.inc({ outcome: 'failed' }, 0)
  return {
    registry,
    buildInfo: new Gauge({
      name: 'lisa_build_info',
      help: 'Always 1; the labels tell which version runs, and its commit',
      labelNames: ['version', 'commit'],
      registers,
      collect() {
        const { version, commit } = runningVersion()
        this.set({ version, commit: commit ?? '' }, 1)
      },
    }),
    requests: counter('http_requests_total', 'Requests by declared route and status', ['route', 'status']),
    requestSeconds: new Histogram({
      name: 'lisa_http_request_duration_seconds',
      help: 'Seconds until the answer was sent, by declared route',
      labelNames: ['route'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    overloaded: counter(
      'http_requests_refused_overloaded_total',
      'Requests refused because too many waited for the database',
    ),
    refused: counter('http_requests_refused_total', 'Requests refused, by what refused them', ['reason']),
    remindersDue: counter('reminders_due_total', 'Users whose reminder this instance found due'),
    deliveries,
    remindersLate: counter(
      'reminders_late_total',
      'Reminders whose sending began more than five minutes after their time',
      ['channel'],
    ),
    lastGoodTick: new Gauge({
      name: 'lisa_reminders_last_good_tick_timestamp_seconds',
      help: 'When this instance last looked for due reminders without an error, or made progress with them; 0 before that',
      registers,
    }),
    mailsReceived,
    mailboxFailures: counter('mailbox_failures_total', 'Times that the mailbox of MAIL_IN could not be read'),
    migrationUnderWay: new Gauge({
      name: 'lisa_migration_under_way',
      help: '1 while an instance migrates the database, or waits for a lock to do so',
      registers,
    }),
    dangerAnswers: counter('danger_answers_total', 'Answers to words of danger: help, or the quiet line', [
      'kind',
      'channel',
      'answer',
    ]),
    voiceSeconds: counter('voice_seconds_total', 'Seconds of the talks that this instance hung up'),
    voiceHangUps: counter('voice_hangups_total', 'Attempts to hang up a call, by outcome', ['outcome']),
    voiceWatches: counter('voice_watches_total', 'Talks that were ended or lost while being watched', [
      'outcome',
    ]),
    logLinesLost: counter(
      'log_lines_lost_total',
      'Log lines lost because the disk is full or nobody reads the log',
    ),
    textsRefused: counter(
      'texts_refused_total',
      'Codes and test texts that were not sent because SMS_PER_DAY was used up',
    ),
    signInsRefused: counter('sign_ins_refused_total', 'Sign-ins and passwords that were refused', ['reason']),
  }
}

/** Serves the metrics together with Node's default ones. */
export function metricsPage({ registry }: Metrics): RequestListener {
  collectDefaultMetrics({ register: registry })
  return (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    void registry
      .metrics()
      .then((text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text))
  }
}
