import type { MySession } from '@parvis/contract/session.ts'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { MyDevices } from './MyDevices.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const device = (id: number, more: Partial<MySession> = {}): MySession => ({
  _id: `0199f15d-9f9c-7de6-a71a-a6c1331d349${id}`,
  current: false,
  inApp: false,
  browser: 'Firefox',
  system: 'Windows',
  kind: 'computer',
  dateAdded: ago(60),
  lastSeen: ago(5),
  ...more,
})
const here = device(1, { current: true, browser: 'Chrome', system: 'Android', kind: 'phone' })

/** `listed` is the response of the server: devices, or the key of an error. With `never` there is no response. */
const never = Symbol('never')
let listed: MySession[] | string | typeof never
let refusal: string | null
const requests: string[] = []
const fetchStub = vi.fn(async (address: string, { method = 'GET' }: RequestInit = {}) => {
  const url = new URL(address, 'http://parvis.test')
  requests.push(`${method} ${url.pathname}${url.search}`)
  if (method === 'DELETE') {
    const id = url.searchParams.get('_id')
    if (refusal) return Response.json({ error: { key: refusal } }, { status: refusal === 'error404' ? 404 : 502 })
    if (Array.isArray(listed)) listed = listed.filter(one => one.current || (id && one._id !== id))
    return Response.json({ _id: id })
  }
  if (listed === never) return await new Promise<Response>(() => {})
  return typeof listed === 'string' ? Response.json({ error: { key: listed } }, { status: 502 }) : Response.json(listed)
})

let root: Root
let container: HTMLElement
let client: QueryClient

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'settings')
})
beforeEach(async () => {
  vi.stubGlobal('fetch', fetchStub)
  await setLanguage('en')
  ;[listed, refusal] = [[device(2, { lastSeen: ago(1) }), here], null]
  requests.length = 0
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
  onlineManager.setOnline(true)
})

// pause: the stub has responded by then, and no event signals that
const waitForResponses = () => act(async () => void (await new Promise(done => setTimeout(done, 20))))
const renderDevices = async () => {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MyDevices />
      </QueryClientProvider>,
    ),
  )
  await waitForResponses()
}
const rows = () => [...container.querySelectorAll('li')].map(row => row.textContent)
const press = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent) === name,
  )
  if (!button) throw new Error(`no button ${name}`)
  button.focus()
  await act(async () => button.click())
  await waitForResponses()
}
const toasts = () => shownToasts().map(({ text }) => text)

test('the device list shows a skeleton, then an error with a retry, then the devices with the current one first', async () => {
  listed = never
  await renderDevices()
  expect(container.querySelector('[role=status]')?.getAttribute('aria-label')).toBe(t('common.loading'))
  await act(async () => root.unmount())
  root = createRoot(container)
  client.clear()
  listed = 'unexpectederror'
  await renderDevices()
  expect(container.textContent).toContain(t('settings.devices.failed'))
  listed = [device(2), here]
  await press(t('common.retry'))
  expect(rows()[0]).toContain('Chrome on Android')
  expect(rows()[0]).toContain(t('settings.devices.here'))
  expect(rows()[1]).toContain('Firefox on Windows')
  expect(rows()[1]).toContain('Last seen 5 min ago')
})

test('the device list still shows its devices offline, and shows that they are out of date after a server error', async () => {
  await renderDevices()
  onlineManager.setOnline(false)
  await act(async () => void client.refetchQueries({ queryKey: ['devices'] }))
  await waitForResponses()
  // The screen shows the offline notice once for all of its groups.
  expect(container.textContent).not.toContain('Offline.')
  expect(rows()).toHaveLength(2)
  onlineManager.setOnline(true)
  listed = 'unexpectederror'
  await act(async () => void client.refetchQueries({ queryKey: ['devices'] }))
  await waitForResponses()
  expect(container.textContent).toContain('could not be brought up to date')
  expect(rows()).toHaveLength(2)
})

test('the device list shows the three most recent devices, then all, and focuses the first new row', async () => {
  const seen = [50, 10, 40, 20, 30]
  listed = [...seen.map((minutes, at) => device(at + 2, { lastSeen: ago(minutes) })), here]
  await renderDevices()
  const ages = () => rows().map(row => /seen (\d+) min/.exec(row)?.[1])
  expect(ages()).toEqual([undefined, '10', '20', '30'])
  await press(t('settings.devices.more', { count: 2 }))
  expect(ages()).toEqual([undefined, '10', '20', '30', '40', '50'])
  expect(document.activeElement?.closest('li')).toBe(container.querySelectorAll('li')[4])
  // A fourth device is shown at once, because its row takes no more space than the button.
  await act(async () => root.unmount())
  root = createRoot(container)
  client.clear()
  listed = listed.slice(1)
  await renderDevices()
  expect(rows()).toHaveLength(5)
})

test('the device list shows that there is only the current device, and offers no action', async () => {
  listed = [here]
  await renderDevices()
  expect(container.textContent).toContain(t('settings.devices.only'))
  expect(container.querySelectorAll('button')).toHaveLength(0)
})

test('a device that uses the app is named after the app, whatever its browser engine', async () => {
  listed = [here, device(2, { inApp: true, browser: 'Safari', system: 'iPhone', kind: 'phone' })]
  await renderDevices()
  expect(rows()[1]).toMatch(/^Parvis app on iPhone/)
  await act(() => setLanguage('fr'))
  expect(rows()[1]).toMatch(/^Application Parvis sur iPhone/)
})

test('a device name contains only the browser and system that are known, also in French', async () => {
  listed = [here, device(2, { browser: null, system: null, kind: null }), device(3, { browser: null })]
  await renderDevices()
  expect(rows()[1]).toContain('Unknown device')
  expect(rows()[2]).toMatch(/^Windows/)
  await act(() => setLanguage('fr'))
  expect(rows()[0]).toContain('Chrome sur Android')
  expect(rows()[1]).toContain('Appareil inconnu')
})

test('logging out one device asks for confirmation, removes its row, and focuses the title', async () => {
  await renderDevices()
  await press('Log out: Firefox on Windows')
  expect(requests.filter(call => call.startsWith('DELETE'))).toEqual([])
  await press(t('settings.devices.out'))
  expect(requests.filter(call => call.startsWith('DELETE'))).toEqual([`DELETE /api/user/sessions?_id=${device(2)._id}`])
  expect(rows()).toHaveLength(1)
  expect(toasts()).toContain('Logged out: Firefox on Windows.')
  expect(document.activeElement).toBe(container.querySelector('h2'))
})

test('all other devices can be logged out at once', async () => {
  listed = [here, device(2), device(3)]
  await renderDevices()
  await press(t('settings.devices.others'))
  await press(t('settings.devices.others.yes'))
  expect(requests.filter(call => call.startsWith('DELETE'))).toEqual(['DELETE /api/user/sessions'])
  expect(rows()).toHaveLength(1)
})

test('the row of a device remains when the log-out is refused, and is removed when the device was already logged out', async () => {
  await renderDevices()
  refusal = 'unexpectederror'
  await press('Log out: Firefox on Windows')
  await press(t('settings.devices.out'))
  expect(rows()).toHaveLength(2)
  expect(toasts().at(-1)).toContain('Firefox on Windows could not be logged out.')
  refusal = 'error404'
  listed = [here]
  await press('Log out: Firefox on Windows')
  await press(t('settings.devices.out'))
  expect(rows()).toHaveLength(1)
})
