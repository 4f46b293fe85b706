import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createWarnings } from '#server/kernel/warnings.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('empty', { settings: { metricsToken: 'a long secret' } })
})
afterAll(() => server.close())

const requestMetrics = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url: '/metrics', headers, remoteAddress })

it('metrics count requests and errors, and report on the process', async () => {
  await server.visitor().send({ method: 'GET', url: '/healthz' })
  await server.visitor().send({ method: 'GET', url: '/events' })
  const { headers, body } = await requestMetrics()
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const line of [
    'parvis_requests_total{method="GET",status="200"} 1',
    'parvis_errors_total{key="nosession"} 1',
    'parvis_sockets 0',
    '# TYPE parvis_requests_total counter',
  ]) {
    expect(body.split('\n')).toContain(line)
  }
  expect(body).toMatch(/parvis_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m)
  // Job workers use the same few connections, so a query may be waiting at this moment.
  expect(body).toMatch(/^parvis_database_waiting \d+$/m)
  expect(body).toMatch(/parvis_database_connections\{state="used"\} \d/)
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/)
})

it('metrics are served only to requests from this machine or with the metrics token', async () => {
  const statusOf = async (...given: Parameters<typeof requestMetrics>) => (await requestMetrics(...given)).statusCode
  expect(
    await Promise.all([
      statusOf(),
      statusOf({}, '::1'),
      statusOf({}, '::ffff:127.0.0.1'),
      statusOf({ authorization: 'Bearer a long secret' }, '192.0.2.7'),
    ]),
  ).toEqual([200, 200, 200, 200])
  expect(
    await Promise.all([
      statusOf({}, '192.0.2.7'),
      statusOf({ authorization: 'Bearer another' }, '192.0.2.7'),
      statusOf({ authorization: 'a long secret' }, '192.0.2.7'),
      statusOf({ authorization: 'Bearer ' }, '192.0.2.7'),
      ...['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].map(name => statusOf({ [name]: '127.0.0.1' })),
    ]),
  ).toEqual(Array(8).fill(404))
})

it('/readyz shows operator warnings only to requests from this machine or with the metrics token', async () => {
  const logged: string[] = []
  const warnings = createWarnings(sentence => logged.push(sentence))
  let isServing = true
  const settings = { ...server.platform.settings, production: true }
  const app = await buildApp(
    { ...server.platform, settings },
    { warnings, isServing: () => isServing, logLevel: 'silent' },
  )
  const readReadiness = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    const { statusCode, body } = await app.inject({ url: '/readyz', headers, remoteAddress })
    return [statusCode, JSON.parse(body)]
  }
  const notSetUp = 'Nobody has set this installation up yet.'
  expect(await readReadiness()).toEqual([200, { status: 'ready', warnings: [notSetUp] }])
  // A request forwarded by a proxy reveals nothing to its sender, and warns the operator about the untrusted proxy.
  for (let n = 0; n < 3; n++)
    expect(await readReadiness({ 'x-forwarded-for': '203.0.113.7' }, '172.18.0.2')).toEqual([200, { status: 'ready' }])
  const sentence =
    'A proxy at 172.18.0.2 passes calls on, and is not trusted: everybody behind it counts as one address. Set TRUST_PROXY=1, or TRUST_PROXY=172.18.0.2.'
  expect(logged).toEqual([sentence])
  expect(await readReadiness()).toEqual([200, { status: 'ready', warnings: [notSetUp, sentence] }])
  expect(await readReadiness({}, '203.0.113.7')).toEqual([200, { status: 'ready' }])
  expect(await readReadiness({ authorization: 'Bearer a long secret' }, '203.0.113.7')).toEqual([
    200,
    { status: 'ready', warnings: [notSetUp, sentence] },
  ])
  isServing = false
  expect(await readReadiness()).toEqual([503, { error: { key: 'maintenance' } }])
  await app.close()
})
