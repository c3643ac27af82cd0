import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../root'
import { hasProgram } from '../test/has-program'

const program = 'promtool'
const file = path.join(root, 'docs/alerts.yaml')
const { groups } = load(readFileSync(file, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))

/** Values in promtool's notation, by series: one a minute; `0+3x10` is 0, 3, 6 … 30. */
type Series = Record<string, string>
type Case = { what: string; series: Series; at?: string }

const answers = (route: string, status: string | number) =>
  `lisa_http_requests_total{job="lisa",instance="a",route="${route}",status="${status}"}`
const deliveries = (channel: string, status: string) =>
  `lisa_reminder_deliveries_total{channel="${channel}",status="${status}"}`
const sms = 'POST /api/webhooks/twilio/sms'
const calls = 'POST /api/voice/calls'
const free = (mount: string) => `node_filesystem_avail_bytes{fstype="ext4",mountpoint="${mount}"}`
const size = (mount: string) => `node_filesystem_size_bytes{fstype="ext4",mountpoint="${mount}"}`
/** What one person whose devices or number are gone adds each day: five attempts, of which the last counts as failed. */
const deadPerson = (channel: string) => ({
  [deliveries(channel, 'pending')]: '0x30 1x1 2x3 3x14 4x4000',
  [deliveries(channel, 'failed')]: '0x110 1x1440 2x1440 3x4000',
})

/** By alert: what fires it, and what does not, an hour after the beginning unless `at` says when. */
const cases: Record<string, { fires: Case[]; silent: Case[] }> = {
  LisaDown: {
    fires: [{ what: 'no answer', series: { 'up{job="lisa"}': '0x60' } }],
    silent: [{ what: 'a restart', series: { 'up{job="lisa"}': '1x58 0 1 1' } }],
  },
  LisaFails: {
    fires: [
      {
        what: 'one request in twenty',
        series: { [answers('other', 200)]: '0+95x60', [answers('other', 500)]: '0+5x60' },
      },
    ],
    silent: [
      {
        what: 'one in a hundred, and probes',
        series: {
          [answers('other', 200)]: '0+99x60',
          [answers('other', 500)]: '0+1x60',
          [answers('GET /readyz', 503)]: '0+60x60',
        },
      },
    ],
  },
  LisaSlow: {
    fires: [{ what: 'half of the answers after 5 s', series: seconds('0+50x60') }],
    silent: [{ what: 'all answers within 1 s', series: seconds('0+100x60') }],
  },
  LisaNotReady: {
    fires: [{ what: 'a refused probe', series: { [answers('GET /readyz', 503)]: '0+6x60' } }],
    silent: [{ what: 'a minute of it', series: { [answers('GET /readyz', 503)]: '0x57 6x60' } }],
  },
  LisaOverloaded: {
    fires: [{ what: 'refusals', series: { lisa_http_requests_refused_overloaded_total: '0+6x60' } }],
    silent: [{ what: 'none', series: { lisa_http_requests_refused_overloaded_total: '6x60' } }],
  },
  LisaPoolFull: {
    fires: [{ what: 'a request that waits', series: pool(10, 1) }],
    silent: [
      { what: 'none that waits', series: pool(10, 0) },
      { what: 'a free connection', series: pool(9, 1) },
    ],
  },
  LisaRemindersStopped: {
    fires: [
      {
        what: 'all instances',
        series: { 'lisa_reminders_last_good_tick_timestamp_seconds{i="a"}': '60x60' },
      },
    ],
    silent: [
      {
        what: 'one of two',
        series: {
          'lisa_reminders_last_good_tick_timestamp_seconds{i="a"}': '60x60',
          'lisa_reminders_last_good_tick_timestamp_seconds{i="b"}': '0+60x60',
        },
      },
    ],
  },
  LisaRemindersFail: {
    fires: [
      {
        what: 'texts, beside twenty times as many mails',
        series: { [deliveries('email', 'sent')]: '0+40x60', [deliveries('sms', 'pending')]: '0+2x60' },
      },
      {
        what: 'a third of the mails',
        series: { [deliveries('email', 'sent')]: '0+2x60', [deliveries('email', 'failed')]: '0+1x60' },
      },
    ],
    silent: [
      { what: 'a person without a working device', series: deadPerson('push') },
      {
        what: 'one mail in ten',
        series: { [deliveries('email', 'sent')]: '0+9x60', [deliveries('email', 'failed')]: '0+1x60' },
      },
      { what: 'nothing wanted', series: { [deliveries('sms', 'skipped')]: '0+9x60' } },
    ],
  },
  LisaChannelDown: {
    fires: [
      {
        what: 'the texts of three people, while mails go out',
        series: {
          [deliveries('email', 'sent')]: '0+1x1440',
          [deliveries('sms', 'sent')]: '5x1440',
          [deliveries('sms', 'failed')]: '0x700 3x740',
        },
        at: '20h',
      },
    ],
    silent: [
      {
        what: 'a person without a working device',
        series: { ...deadPerson('push'), [deliveries('push', 'sent')]: '0x4500' },
        at: '48h',
      },
      {
        what: 'three people whose texts fail beside one who gets hers',
        series: { [deliveries('sms', 'sent')]: '0x600 1x840', [deliveries('sms', 'failed')]: '0x700 3x740' },
        at: '20h',
      },
    ],
  },
  LisaRemindersLate: {
    fires: [{ what: 'late ones', series: { lisa_reminders_late_total: '0+1x60' } }],
    silent: [{ what: 'none', series: { lisa_reminders_late_total: '9x60' } }],
  },
  LisaLosesLog: {
    fires: [{ what: 'lost lines', series: { lisa_log_lines_lost_total: '0+1x60' } }],
    silent: [{ what: 'none', series: { lisa_log_lines_lost_total: '9x60' } }],
  },
  LisaEventLoopLags: {
    fires: [{ what: 'a second', series: { nodejs_eventloop_lag_p99_seconds: '1x60' } }],
    silent: [{ what: 'a tenth of a second', series: { nodejs_eventloop_lag_p99_seconds: '0.1x60' } }],
  },
  LisaSignInsRefused: {
    fires: [
      {
        what: 'two wrong passwords a second',
        series: { 'lisa_sign_ins_refused_total{reason="wrong password"}': '0+120x60' },
      },
    ],
    silent: [
      {
        what: 'one a minute',
        series: { 'lisa_sign_ins_refused_total{reason="wrong password"}': '0+1x60' },
      },
    ],
  },
  LisaCannotSignIn: {
    fires: [{ what: 'no answer', series: { 'lisa_sign_ins_refused_total{reason="unavailable"}': '0+1x60' } }],
    silent: [
      { what: 'people who give up', series: { 'lisa_sign_ins_refused_total{reason="cancelled"}': '0+1x60' } },
    ],
  },
  LisaRestarts: {
    fires: [
      {
        what: 'four starts in half an hour',
        series: { 'process_start_time_seconds{job="lisa"}': '0x36 1x6 2x6 3x6' },
      },
    ],
    silent: [
      { what: 'a new version', series: { 'process_start_time_seconds{job="lisa"}': '0x50 1x10' } },
      { what: 'another program', series: { 'process_start_time_seconds{job="other"}': '0+1x60' } },
    ],
  },
  LisaMigrationWaits: {
    fires: [{ what: 'half an hour of it', series: { lisa_migration_under_way: '0x30 1x30' } }],
    silent: [{ what: 'five minutes of it', series: { lisa_migration_under_way: '0x55 1x5' } }],
  },
  LisaVoiceFails: {
    fires: [
      { what: 'no talk begins', series: { [answers(calls, 502)]: '0x30 1x10 2x20' } },
      {
        what: 'calls that cannot be hung up',
        series: {
          [answers(calls, 201)]: '0+1x60',
          'lisa_voice_hangups_total{outcome="failed"}': '0x40 0+1x20',
        },
      },
    ],
    silent: [
      {
        what: 'one talk in four',
        series: { [answers(calls, 201)]: '0+3x60', [answers(calls, 502)]: '0+1x60' },
      },
      { what: 'a server that is busy', series: { [answers(calls, 503)]: '0+1x60' } },
    ],
  },
  LisaWebhooksRefused: {
    fires: [
      { what: 'texts, for their signature', series: { [answers(sms, 403)]: '0x30 0+1x30' } },
      {
        what: 'logout tokens, while texts come in',
        series: { [answers('POST /api/backchannel-logout', 400)]: '0+1x60', [answers(sms, 200)]: '0+9x60' },
      },
      {
        what: 'mails, for their secret',
        series: { [answers('POST /api/webhooks/mail', 401)]: '0+1x60' },
      },
    ],
    silent: [
      { what: 'a stranger', series: { [answers(sms, 403)]: '0x30 2x30' } },
      {
        what: 'a stranger among the texts',
        series: { [answers(sms, 403)]: '0+1x60', [answers(sms, 200)]: '0+2x60' },
      },
      { what: 'mails that are too large', series: { [answers('POST /api/webhooks/mail', 413)]: '0+1x60' } },
      { what: 'another route', series: { [answers('POST /api/goals', 400)]: '0+1x60' } },
    ],
  },
  LisaMailsFail: {
    fires: [
      {
        what: 'a mail that was given up',
        series: { 'lisa_mails_received_total{outcome="failed"}': '0x50 1x10' },
      },
      { what: 'a mailbox that cannot be read', series: { lisa_mailbox_failures_total: '0x40 0+1x20' } },
    ],
    silent: [
      {
        what: 'mails of strangers',
        series: { 'lisa_mails_received_total{outcome="other sender"}': '0+1x60' },
      },
      {
        what: 'five minutes without the mailbox',
        series: { lisa_mailbox_failures_total: '0x45 0+1x5 5x10' },
      },
    ],
  },
  LisaBackupOld: {
    fires: [
      { what: 'the last one a day and a half ago', series: backupAt('0x2160'), at: '36h' },
      { what: 'none known', series: { 'up{job="lisa"}': '1x120' }, at: '2h' },
    ],
    silent: [{ what: 'one each night', series: backupAt('0x1440 86400x720'), at: '36h' }],
  },
  LisaDiskFull: {
    fires: [
      {
        what: 'one of two disks',
        series: { [free('/')]: '50x60', [size('/')]: '100x60', [free('/b')]: '5x60', [size('/b')]: '100x60' },
      },
    ],
    silent: [
      { what: 'room', series: { [free('/')]: '20x60', [size('/')]: '100x60' } },
      {
        what: 'an image, which is always full',
        series: {
          'node_filesystem_avail_bytes{fstype="squashfs"}': '0x60',
          'node_filesystem_size_bytes{fstype="squashfs"}': '100x60',
        },
      },
    ],
  },
}

/** A hundred answers a minute, of which `within1s` came within a second and all within 5 s. */
function seconds(within1s: string): Series {
  const bucket = (le: string) => `lisa_http_request_duration_seconds_bucket{route="other",le="${le}"}`
  return { [bucket('1')]: within1s, [bucket('5')]: '0+100x60', [bucket('+Inf')]: '0+100x60' }
}

function pool(inUse: number, waiting: number): Series {
  return {
    lisa_database_connections_in_use: `${inUse}x60`,
    lisa_database_connections_max: '10x60',
    lisa_database_waiting: `${waiting}x60`,
  }
}

function backupAt(values: string): Series {
  return { lisa_backup_last_success_timestamp_seconds: values }
}

test('every alert has cases, and docs/operations.md says what to do about it', () => {
  expect(Object.keys(cases).sort()).toEqual([...alerts].sort())
  const operations = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
  expect(alerts.filter((alert) => !operations.includes(`| \`${alert}\` `))).toEqual([])
})

describe.runIf(hasProgram(program, 'prometheus'))('promtool', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    expect(stdout + stderr).not.toContain('FAILED')
    expect(status).toBe(0)
  }

  test('finds no fault in docs/alerts.yaml', () => promtool('check', 'rules', file))

  test.each(alerts)('%s fires in its cases and stays silent in the others', (alertname) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lisa-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { fires = [], silent = [] } = cases[alertname] ?? {}
    expect([fires.length > 0, silent.length > 0]).toEqual([true, true])
    const tests = [...fires, ...silent].map((each) => ({
      name: each.what,
      interval: '1m',
      input_series: Object.entries(each.series).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"})`,
          eval_time: each.at ?? '1h',
          exp_samples: fires.includes(each) ? [{ labels: '{}', value: 1 }] : [],
        },
      ],
    }))
    const testFile = path.join(folder, 'tests.json')
    // To evaluate a day minute by minute takes half a minute.
    const evaluation_interval = tests.some(({ promql_expr_test: [asked] }) => asked?.eval_time !== '1h')
      ? '30m'
      : '1m'
    writeFileSync(testFile, JSON.stringify({ rule_files: [file], evaluation_interval, tests }))
    promtool('test', 'rules', testFile)
  })
})
