import { type Endpoint, errorsOf } from '@parvis/contract/endpoint.ts'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import Type from 'typebox'
import { afterEach, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { fail } from '../errors.ts'
import { serve, servedRoutes } from './serve.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

const plantedEndpoint = {
  method: 'GET',
  path: '/events/planted/:key',
  summary: 'Answers the key of its address',
  access: 'public',
  params: Type.Object({ key: Type.String() }),
  answer: Type.Object({}),
  errors: ['popup4'],
} as const satisfies Endpoint

/** A server with an endpoint that answers any key, and what it logs. */
const openWithPlanted = async (checkAnswers: boolean) => {
  const opened = await openTestServer('empty', { settings: { checkAnswers } })
  server = opened
  const logged: unknown[] = []
  opened.app.addHook('onRequest', async ({ log }) => {
    vi.spyOn(log, 'error').mockImplementation((...told: unknown[]) => void logged.push(...told))
  })
  serve(opened.app, plantedEndpoint, [], async ({ params }) => fail(params.key as ErrorKey))
  const keyOf = async (key: ErrorKey) => {
    const { status, error } = await opened.visitor().call(plantedEndpoint, { params: { key } })
    return `${status} ${error.key}`
  }
  return { keyOf, logged }
}

it('fails a call that answers a key its contract does not declare, and names both in the log', async () => {
  const { keyOf, logged } = await openWithPlanted(true)
  expect(await keyOf('pastevent')).toBe('500 unexpectederror')
  expect(logged).toMatchObject([
    { err: { message: 'GET /events/planted/:key answers pastevent, which its contract does not declare' } },
    'unexpectederror',
  ])
})

it('answers what is declared, and what every call can answer', async () => {
  const { keyOf, logged } = await openWithPlanted(true)
  expect([await keyOf('popup4'), await keyOf('badrequest')]).toEqual(['423 popup4', '400 badrequest'])
  expect(logged).toEqual([])
})

it('leaves the key to its caller in production', async () => {
  const { keyOf } = await openWithPlanted(false)
  expect(await keyOf('pastevent')).toBe('409 pastevent')
})

it('derives what follows from access and method', () => {
  const derived = (rest: Pick<Endpoint, 'method' | 'access' | 'beforeProfile' | 'beforeFactor'>) => {
    const keys = errorsOf({ ...rest, errors: [] })
    return (['nosession', 'guestforbidden', 'forbidden'] as const).filter(key => keys.has(key))
  }
  expect(derived({ method: 'GET', access: 'public' })).toEqual([])
  expect(derived({ method: 'POST', access: 'public' })).toEqual(['forbidden'])
  expect(derived({ method: 'GET', access: 'session' })).toEqual(['nosession', 'forbidden'])
  const early = { method: 'GET', access: 'session', beforeProfile: true } as const
  expect(derived(early)).toEqual(['nosession', 'forbidden'])
  expect(derived({ ...early, beforeFactor: true })).toEqual(['nosession'])
  expect(derived({ method: 'GET', access: 'member' })).toEqual(['nosession', 'guestforbidden', 'forbidden'])
})

it('says no key twice: a list repeats nothing that is derived, and the page of the API has all of them', async () => {
  server = await openTestServer('empty')
  const endpoints = servedRoutes.get(server.app)!.flatMap(({ endpoint }) => endpoint ?? [])
  expect(endpoints.length).toBeGreaterThan(20)
  const repeated = endpoints.flatMap(endpoint => {
    const derived = errorsOf({ ...endpoint, errors: [] })
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
    const told = Object.values(refusals).flatMap(({ description }) => description.split(', '))
    expect(new Set(told)).toEqual(errorsOf(endpoint))
  }
})
