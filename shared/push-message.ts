// In a file of its own, so that the service worker does not load the declarations of the endpoints.

/**
 * What a notification is sent as: a declarative push message, which Safari shows without asking the worker. Elsewhere the
 * worker shows it (client/src/sw.ts). `tag`: a later one with the same tag takes its place.
 */
export type PushMessage = {
  web_push: 8030
  notification: { title: string; body: string; navigate: string; tag: string; lang: 'en'; silent: false }
}
