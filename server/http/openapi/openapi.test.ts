import { Validator } from '@seriousme/openapi-schema-validator'
import request from 'supertest'
import { expect, test } from 'vitest'
import { endpointsOf } from '../../test/endpoints'
import { createTestApp } from '../../test/test-app'
import type { OpenApiDocument } from './document'
import { described as declared } from './described'

const { app } = await createTestApp()
const { body: document } = (await request(app).get('/api/openapi.json').expect(200)) as {
  body: OpenApiDocument
}
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

test('every endpoint of the server is described, and nothing else is', () => {
  expect(declared.map(({ name }) => name).sort()).toEqual(endpointsOf(app))
  expect(
    described
      .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
      .sort(),
  ).toEqual(endpointsOf(app))
})

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every operation says what it does, and the document whom to ask', () => {
  expect(described.filter(({ operation }) => !operation.description).map(({ path }) => path)).toEqual([])
  expect(document.info.contact.url).toBe(document.servers[0]?.url)
})

test('operations have names of their own, and every reference leads somewhere', () => {
  const ids = described.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name)
})

test('every answer, error and parameter is described', () => {
  for (const { path, operation } of described) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = (operation.parameters || []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name)).toEqual(placeholders)
    const statuses = Object.keys(operation.responses)
    expect(statuses).toContain('500')
    if (operation.security.length) expect(statuses).toContain('401')
    // The standard asks for an empty 200.
    const empty = ['202', '204', '302', '303', ...(path === '/api/backchannel-logout' ? ['200'] : [])]
    for (const [status, { content }] of Object.entries(operation.responses))
      expect(Object.keys(content ?? {})).toHaveLength(empty.includes(status) ? 0 : 1)
  }
})

test('the description says what may come in as the contracts do', () => {
  const { GoalInput, JournalEntryInput } = document.components.schemas
  expect(GoalInput).toMatchObject({
    required: ['title', 'timeline'],
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 200 },
      timeline: { enum: ['long-term', 'annual', 'monthly'] },
      motivation: { anyOf: [{ type: 'string', maxLength: 10_000 }, { type: 'null' }] },
    },
  })
  expect(JournalEntryInput).toMatchObject({
    required: ['entryDate'],
    properties: { entryDate: { type: 'string', format: 'date' } },
  })
  expect(document.paths['/api/journal-entries']?.get?.parameters).toEqual([
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 3660 } },
    ...['before', 'from', 'to'].map((name) => ({
      name,
      in: 'query',
      required: false,
      schema: { type: 'string', format: 'date' },
    })),
    {
      name: 'q',
      in: 'query',
      required: false,
      description: 'Words to search for',
      schema: { type: 'string', maxLength: 200 },
    },
  ])
})

test('there is a page to read, without a script, that names every operation', async () => {
  const { text, headers } = await request(app)
    .get('/api/docs')
    .expect(200)
    .expect('Content-Type', /^text\/html/)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; form-action/,
  )
  expect(text).not.toContain('<script')
  expect(text).not.toMatch(/undefined|\[object|NaN/)
  for (const { method, path } of described)
    expect(text).toContain(`<code>${method.toUpperCase()} ${path}</code>`)
})
