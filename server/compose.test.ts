import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { readEnv, variableNames } from './env'
import { root } from './root'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const settings = (name: string) =>
  read(name)
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')

test.each(['compose.yaml', 'compose.instances.yaml', 'compose.identity.yaml', 'compose.voice.yaml'])(
  'every $ of %s is a setting, or doubled for the shell: Compose refuses the file otherwise',
  (name) => {
    expect(settings(name).replace(/\$\$|\$\{\w+[^}]*\}/g, '')).not.toContain('$')
  },
)

type Service = {
  build?: object
  logging?: object
  volumes?: string[]
  command?: string[]
  ports?: string[]
  environment?: Record<string, string>
  '<<'?: Service
}
type Compose = { services: Record<string, Service>; configs?: Record<string, { content: string }> }
const composeOf = (name: string) => load(read(name)) as Compose
const servicesOf = (name: string) => composeOf(name).services

test('the log of every service is bounded', () => {
  const services = servicesOf('compose.yaml')
  const { identity = {} } = servicesOf('compose.identity.yaml')
  const { localai = {}, 'check-ai': checkAi = {} } = servicesOf('compose.voice.yaml')
  for (const [name, service] of Object.entries({ ...services, identity, localai, checkAi }))
    expect([name, service.logging ?? service['<<']?.logging]).toEqual([
      name,
      { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
    ])
})

test('one service builds the image that the others take: two would store it under one name at once', () => {
  const services = Object.entries(servicesOf('compose.yaml'))
  const builds = (service: Service) => Boolean(service.build ?? service['<<']?.build)
  expect(services.filter(([, service]) => builds(service)).map(([name]) => name)).toEqual(['migrate'])
})

test('with an identity provider Caddy serves both hosts: its file is replaced by one that imports it', () => {
  const volumes = servicesOf('compose.identity.yaml').caddy?.volumes ?? []
  const sources = Object.fromEntries(volumes.map((volume) => volume.split(':').slice(0, 2).toReversed()))
  const replaced = servicesOf('compose.yaml').caddy?.volumes?.find((volume) =>
    volume.includes('./Caddyfile:'),
  )
  const at = replaced?.split(':')[1] ?? ''
  const [, imported = ''] = /^import (.*)$/m.exec(read(sources[at] ?? '')) ?? []
  expect(sources[path.posix.join(path.posix.dirname(at), imported)]).toBe('./Caddyfile')
})

test('the lines that docs/self-hosting.md writes into .env are all that Compose and Lisa ask for', () => {
  const blocks = [...read('docs/self-hosting.md').matchAll(/^cat >>? \.env <<'?END'?\n(.*?)^END$/gms)]
  const text = blocks
    .map(([, lines = '']) => lines)
    .join('')
    .replace(/\$\(openssl rand -hex (\d+)\)/g, (_, bytes) => randomBytes(Number(bytes)).toString('hex'))
    .replaceAll('$DOMAIN', 'example.org')
    .replaceAll('$EMAIL', 'ana@example.org')
  expect(text).not.toContain('$')
  const given = parseEnv(text) as Record<string, string>
  const asked = ['compose.yaml', 'compose.identity.yaml'].flatMap((name) =>
    [...settings(name).matchAll(/\$\{(\w+):\?/g)].map(([, variable = '']) => variable),
  )
  expect(asked.filter((variable) => !given[variable])).toEqual([])
  // Both are set by compose.yaml.
  const env = readEnv({
    ...given,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://lisa_app:x@postgres/lisa',
  })
  expect(env).toMatchObject({
    appUrl: `https://${given.LISA_HOST}`,
    signUp: ['ana@example.org'],
    oidc: { issuerUrl: `https://${given.IDENTITY_HOST}` },
    mail: { from: 'Lisa <lisa@example.org>' },
  })
})

test('Lisa asks the voice service for what it has, and may reach it by http in production', () => {
  const { services, configs } = composeOf('compose.voice.yaml')
  const { localai = {}, lisa = {} } = services
  const given = lisa.environment ?? {}
  expect(Object.keys(given).filter((name) => !variableNames.some((known) => known === name))).toEqual([])
  const { realtime, text, privateAiHosts } = readEnv({
    ...given,
    NODE_ENV: 'production',
    APP_URL: 'https://lisa.example.org',
    DATABASE_URL: 'postgres://lisa_app:x@postgres/lisa',
    OIDC_ISSUER_URL: 'https://id.example.org',
    OIDC_CLIENT_ID: 'lisa',
    OIDC_CLIENT_SECRET: 'lisa',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    JWT_SECRET: randomBytes(32).toString('hex'),
  })
  expect(privateAiHosts).toEqual(['localai'])
  for (const url of [realtime.callsUrl, text?.baseUrl]) expect(url).toMatch(/^http:\/\/localai:8080\/v1/)
  const { name, pipeline } = load(configs?.pipeline?.content ?? '') as {
    name: string
    pipeline: Record<string, string>
  }
  const models = [pipeline.vad, pipeline.transcription, pipeline.llm, pipeline.tts]
  expect(localai.command).toEqual(models)
  expect(realtime).toMatchObject({
    dialect: 'json',
    model: name,
    modelFallbacks: [name],
    transcriptionModel: pipeline.transcription,
    transcriptionModelFallbacks: [pipeline.transcription],
  })
  expect(text?.model).toBe(pipeline.llm)
  const port = localai.environment?.LOCALAI_WEBRTC_UDP_PORT
  expect(localai.ports).toEqual([`${port}:${port}/udp`])
  // Lisa has the other settings of models from .env.
  const fromFile = variableNames.filter(
    (name) => /^(?:AI|OPENAI|REALTIME|TRANSCRIPTION|TEXT)(?:_|$)/.test(name) && !(name in given),
  )
  expect(services['check-ai']?.environment).toEqual({
    '<<': given,
    ...Object.fromEntries(fromFile.map((name) => [name, `\${${name}:-}`])),
  })
  const asked = [...settings('compose.voice.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, asked]) => asked)
  for (const variable of asked)
    expect(read('docs/voice-at-home.md')).toMatch(new RegExp(`^${variable}=`, 'm'))
})
