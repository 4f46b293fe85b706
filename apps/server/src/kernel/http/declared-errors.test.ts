import { type Endpoint, possibleErrorsOf } from '@parvis/contract/endpoint.ts'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import Type from 'typebox'
import { afterEach, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { fail } from '../errors.ts'
import { serve } from './serve.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

const testEndpoint = {
  method: 'GET',
  path: '/events/planted/:key',
  summary: 'Answers with the key in its path',
  access: 'public',
  params: Type.Object({ key: Type.String() }),
  answer: Type.Object({}),
  errors: ['popup4'],
} as const satisfies Endpoint

const openWithTestEndpoint = async (checkAnswers: boolean) => {
  const opened = await openTestServer('empty', { settings: { checkAnswers } })
  server = opened
  const logged: unknown[] = []
  opened.app.addHook('onRequest', async ({ log }) => {
    vi.spyOn(log, 'error').mockImplementation((...described: unknown[]) => void logged.push(...described))
  })
  serve(opened.app, testEndpoint, [], async ({ params }) => fail(params.key as ErrorKey))
  const keyOf = async (key: ErrorKey) => {
    const { status, error } = await opened.visitor().call(testEndpoint, { params: { key } })
    return `${status} ${error.key}`
  }
  return { keyOf, logged }
}

it('a request that fails with an undeclared error key receives status 500, and both errors are logged', async () => {
  const { keyOf, logged } = await openWithTestEndpoint(true)
  expect(await keyOf('pastevent')).toBe('500 unexpectederror')
  expect(logged).toMatchObject([
    { err: { message: 'GET /events/planted/:key answers pastevent, which its contract does not declare' } },
    'unexpectederror',
  ])
})

it('an endpoint can return the error keys that it declares and those that every endpoint can return', async () => {
  const { keyOf, logged } = await openWithTestEndpoint(true)
  expect([await keyOf('popup4'), await keyOf('badrequest')]).toEqual(['423 popup4', '400 badrequest'])
  expect(logged).toEqual([])
})

it('in production an undeclared error key is sent unchanged', async () => {
  const { keyOf } = await openWithTestEndpoint(false)
  expect(await keyOf('pastevent')).toBe('409 pastevent')
})

it('error keys are derived from the endpoint’s access rule and HTTP method', () => {
  const derived = (rest: Pick<Endpoint, 'method' | 'access' | 'allowWithoutProfile' | 'allowWithoutSecondFactor'>) => {
    const keys = possibleErrorsOf({ ...rest, errors: [] })
    return (['nosession', 'guestforbidden', 'forbidden'] as const).filter(key => keys.has(key))
  }
  expect(derived({ method: 'GET', access: 'public' })).toEqual([])
  expect(derived({ method: 'POST', access: 'public' })).toEqual(['forbidden'])
  expect(derived({ method: 'GET', access: 'session' })).toEqual(['nosession', 'forbidden'])
  const early = { method: 'GET', access: 'session', allowWithoutProfile: true } as const
  expect(derived(early)).toEqual(['nosession', 'forbidden'])
  expect(derived({ ...early, allowWithoutSecondFactor: true })).toEqual(['nosession'])
  expect(derived({ method: 'GET', access: 'member' })).toEqual(['nosession', 'guestforbidden', 'forbidden'])
})

it('endpoints do not declare derived error keys again, and the API page lists all error keys of each endpoint', async () => {
  server = await openTestServer('empty')
  const endpoints = server.app.servedRoutes.flatMap(({ endpoint }) => endpoint ?? [])
  expect(endpoints.length).toBeGreaterThan(20)
  const repeated = endpoints.flatMap(endpoint => {
    const derived = possibleErrorsOf({ ...endpoint, errors: [] })
    return endpoint.errors
      .filter((key, at, all) => derived.has(key) || all.indexOf(key) !== at)
      .map(key => `${endpoint.method} ${endpoint.path} ${key}`)
  })
  expect(repeated).toEqual([])

  const page = (await server.visitor().send({ method: 'GET', url: '/docs/api' })).answer as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  for (const endpoint of endpoints) {
    const { responses } = page.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!
    const { 200: _, ...refusals } = responses
    const described = Object.values(refusals).flatMap(({ description }) => description.split(', '))
    expect(new Set(described)).toEqual(possibleErrorsOf(endpoint))
  }
})
