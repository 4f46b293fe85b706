import type { Endpoint } from '@parvis/contract/endpoint.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeApple, startFakeApple } from '../../testing/apple.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'
import { newId } from '../ids.ts'
import { closedBodySchemaOf } from './closed-body.ts'
import { validatorCompiler } from './serve.ts'

let server: TestServer
let apple: FakeApple
let neighbor: Visitor
/** Callers with different rights: an endpoint refuses a caller without the right before it validates the body. */
let callers: Visitor[]
beforeAll(async () => {
  apple = await startFakeApple()
  // Without Apple's settings its endpoints fail with another error before the body is validated.
  server = await openTestServer('demo', { settings: { apple: apple.settings } })
  neighbor = await server.as('neighbor')
  callers = [neighbor, await server.as('administrator'), await server.as('webmaster'), server.visitor()]
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(async () => {
  await server.close()
  await apple.close()
})

const send = async (visitor: Visitor, { method, path }: Pick<Endpoint, 'method' | 'path'>, body: unknown) => {
  const reply = await visitor.send({
    method,
    url: path.replace(/:\w+/g, () => newId()),
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return reply.status === 200 ? 'taken' : `${reply.error.key} ${reply.error.field ?? ''}`.trim()
}

interface Shape extends TSchema {
  type?: string
  additionalProperties?: boolean
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

const valuesWithUnknownField = (schema: Shape): { value: unknown; path: string }[] => [
  ...(schema.properties ? [{ value: { unasked: 1 }, path: 'unasked' }] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    valuesWithUnknownField(one).map(({ value, path }) => ({ value: { [name]: value }, path: `${name}.${path}` })),
  ),
  ...(schema.items
    ? valuesWithUnknownField(schema.items).map(({ value, path }) => ({ value: [value], path: `0.${path}` }))
    : []),
  ...(schema.anyOf ?? []).flatMap(valuesWithUnknownField),
]

describe('an unknown field in a request body', () => {
  it('is named in the error by every endpoint, at any depth', async () => {
    const endpoints = server.app.servedRoutes.flatMap(({ endpoint }) =>
      endpoint && endpoint.method !== 'GET' ? [endpoint] : [],
    )
    const missed: string[] = []
    let tried = 0
    for (const endpoint of endpoints) {
      for (const { value, path } of valuesWithUnknownField((endpoint.body ?? { properties: {} }) as Shape)) {
        tried++
        const answers = await Promise.all(callers.map(caller => send(caller, endpoint, value)))
        if (!answers.includes(`badrequest ${path}`)) missed.push(`${endpoint.method} ${endpoint.path}: ${answers}`)
      }
    }
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(endpoints.length)
    expect(endpoints.length).toBeGreaterThan(80)
  })

  it.each<[string, Parameters<typeof multipartOf>[0], string]>([
    ['at the top level', [['descripton', 'Bonjour']], 'descripton'],
    ['in a nested object', [['lang', { en: { descripton: 'Hello' } }]], 'lang.en.descripton'],
  ])('is named in the error for a multipart body, %s', async (_, parts, field) => {
    const form = multipartOf([['description', 'Bonjour'], ...parts])
    const { error } = await neighbor.send({ method: 'POST', url: '/events/publish', ...form })
    expect(error).toEqual({ key: 'badrequest', field })
  })

  it('prevents a post from being published', async () => {
    const posts = async () => (await server.db.selectFrom('events').select('id').execute()).length
    const before = await posts()
    expect(await send(neighbor, publishPost, { description: 'Bonjour', descripton: 'Bonsoir' })).toBe(
      'badrequest descripton',
    )
    expect(await posts()).toBe(before)
  })

  it('is named in the error even if it is called `constructor` or `__proto__`, or contains a slash or a dot', async () => {
    for (const name of ['constructor', '__proto__', 'a/b', 'a~b', 'a.b'])
      expect(await send(neighbor, publishPost, JSON.parse(`{"description":"a","${name}":1}`))).toBe(
        `badrequest ${name}`,
      )
  })

  it('is not reported for `files` in JSON, which the specification allows as an empty list or null', async () => {
    expect(await send(neighbor, publishPost, { description: 'Bonjour', files: [] })).toBe('taken')
    expect(await send(neighbor, publishPost, { description: 'Bonjour', files: null })).toBe('taken')
    expect(await send(neighbor, publishPost, { description: 'Bonjour', files: ['a.jpg'] })).toBe('badrequest')
  })

  it('is accepted when an earlier version of our clients sent it', () => {
    const compile = (endpoint: Endpoint) =>
      validatorCompiler({ schema: closedBodySchemaOf(endpoint), httpPart: 'body' })
    expect(compile(publishPost)({ mood: 'calm' })).toMatchObject({ error: { key: 'badrequest', field: 'mood' } })
    expect(compile({ ...publishPost, formerFields: { mood: '1.5.2' } })({ mood: 'calm' })).toHaveProperty('value')
  })

  it('is excluded by the schemas of the API page', async () => {
    const { paths } = (await server.visitor().send({ method: 'GET', url: '/docs/api' })).answer as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Shape }> } }>>
    }
    const open: string[] = []
    const visit = (schema: Shape, where: string): void => {
      if (schema.type === 'object' && schema.additionalProperties !== false) open.push(where)
      for (const [name, one] of Object.entries(schema.properties ?? {})) visit(one, `${where} ${name}`)
      for (const one of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) visit(one, where)
    }
    for (const [path, calls] of Object.entries(paths))
      for (const [method, { requestBody }] of Object.entries(calls))
        for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
          visit(schema, `${method} ${path} ${type}`)
    expect(open).toEqual([])
  })
})
