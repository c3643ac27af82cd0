import { z } from 'zod'
import { empty, endpoints, fault, hourly, id, instant, json } from './endpoint'
import { sendTest } from './reminders'

/** How many devices one person may have. */
export const maxPushDevices = 10

export const longestEndpoint = 2048

const bytes = (length: number) =>
  z
    .string(`Must be ${length} bytes in base64url`)
    .regex(
      new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}={0,2}$`),
      `Must be ${length} bytes in base64url`,
    )

/** What `PushSubscription.toJSON()` gives; its `expirationTime` has no use. */
const pushDeviceInput = z
  .object({
    endpoint: z
      .string('Must be the address of a push service')
      .max(longestEndpoint, 'At most 2,048 characters'),
    keys: z.object({
      p256dh: bytes(65).describe("The browser's public key, an uncompressed point of P-256"),
      auth: bytes(16).describe("The browser's secret"),
    }),
  })
  .meta({ id: 'PushDeviceInput' })
export type PushDeviceInput = z.infer<typeof pushDeviceInput>

const pushDeviceView = z
  .strictObject({
    id,
    device: z.string().nullable().describe('Such as `Firefox on Linux`, if known'),
    createdAt: instant,
    lastSentAt: instant.nullable().describe('When its push service last took a notification'),
    lastSeenAt: instant.describe('When Lisa was last opened on it and confirmed the device'),
  })
  .meta({ id: 'PushDevice' })
export type PushDeviceView = z.infer<typeof pushDeviceView>

const notSetUp = { 503: fault('Notifications are not set up on this server') }

/** Web Push: reminders as notifications of a browser. */
export const pushEndpoints = endpoints(
  { tag: 'Reminders', id: 'Push device' },
  {
    'GET /api/push-key': {
      summary: 'Read the key to subscribe with',
      description: "The server's public key (VAPID, RFC 8292), for `pushManager.subscribe`.",
      answers: {
        200: json('The key', z.strictObject({ key: z.string().describe('In base64url') })),
        ...notSetUp,
      },
    },
    'GET /api/push-devices': {
      summary: 'List the devices that get notifications',
      description: 'Each is a browser that was registered; what it is sent to is not shown.',
      answers: { 200: json('The devices, newest first', z.array(pushDeviceView)) },
    },
    'POST /api/push-devices': {
      summary: 'Have reminders as notifications on this device',
      description:
        'Also confirms a device that is known, which the app does at every start. The device belongs to who registered it last, and is removed when its session is signed out.',
      body: pushDeviceInput,
      objectsInBody: 1,
      limit: hourly('new push device', 30, '30 new devices an hour', 'You can add 30 devices an hour.'),
      answers: {
        200: json('The device, which was known', pushDeviceView),
        201: json('The new device', pushDeviceView),
        400: fault('The address is not one of a push service'),
        409: fault(`There are ${maxPushDevices} devices`),
        ...notSetUp,
      },
    },
    'DELETE /api/push-devices/:id': {
      summary: 'Stop notifications on a device',
      description: 'The app registers a browser that is still subscribed at its next start there.',
      answers: { 204: empty('Removed') },
    },
    'POST /api/test-push': sendTest('push', 'notification', '', 'There is no device to send to'),
  },
)
