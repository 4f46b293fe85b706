// features: app
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { createContextPool } from './context-pool.ts'
import { watchPageErrors } from './page-errors.ts'

const server = createServer((_, response) => response.end('well'))
let origin = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const poolKey = { shape: 'phone', hasWorker: false }
const anonymous = { cookies: [], origins: [] }
const openContext = async () => {
  const context = await (await sharedBrowser()).newContext({ baseURL: origin })
  return { context, pageErrors: await watchPageErrors(context, origin) }
}

test('the pool reuses a context without the state of the last test, and replaces a context whose cleaning does not end', async () => {
  const pool = createContextPool(origin, 5_000)
  const first = await pool.acquire(poolKey, anonymous, openContext)
  await first.context.addCookies([{ name: 'left', value: 'behind', url: origin }])
  await pool.release(first.context, false)
  const second = await pool.acquire(poolKey, anonymous, openContext)
  expect(second.context).toBe(first.context)
  expect(await second.context.cookies()).toEqual([])

  vi.spyOn(second.context, 'clearCookies').mockReturnValue(new Promise(() => {}))
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await pool.release(second.context, false)
  expect(warn.mock.calls.join()).toContain('its last step: clearCookies')
  const third = await pool.acquire(poolKey, anonymous, openContext)
  expect(third.context).not.toBe(second.context)
  await third.context.close()
})
