import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WORKER_PATH } from './install-worker.ts'

const register = vi.fn<(path: string) => Promise<object>>(async () => ({ active: null, waiting: null }))

const installOn = async (connection: object | undefined) => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
  vi.resetModules()
  const { installWorker } = await import('./install-worker.ts')
  await installWorker(() => false)
  await installWorker(() => false)
  return register.mock.calls
}

beforeEach(() => {
  vi.useFakeTimers()
  const serviceWorker = Object.assign(new EventTarget(), { controller: null, register })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  register.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'connection')
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'installWorker stores nothing on a connection with %o',
  async connection => expect(await installOn(connection)).toEqual([]),
)

test.each([undefined, { saveData: false, effectiveType: '4g' }])(
  'installWorker registers the worker once on a connection with %o',
  async connection => expect(await installOn(connection)).toEqual([[WORKER_PATH]]),
)
