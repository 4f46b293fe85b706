// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const phone = vi.hoisted(() => ({
  system: 'web',
  installed: [] as string[],
  queried: [] as string[],
  opened: [] as string[],
}))
vi.mock('@capacitor/core', () => ({
  Capacitor: { isNativePlatform: () => phone.system !== 'web', getPlatform: () => phone.system },
}))
vi.mock('@capacitor/app-launcher', () => ({
  AppLauncher: {
    canOpenUrl: async ({ url }: { url: string }) => {
      phone.queried.push(url)
      return { value: phone.installed.includes(url) }
    },
    openUrl: async ({ url }: { url: string }) => {
      phone.opened.push(url)
      return { completed: !url.startsWith('market:') }
    },
  },
}))
vi.mock('@capacitor/app', () => ({ App: { getInfo: async () => ({ id: 'org.parvis.app' }) } }))

const { findRouteApps } = await import('./route-apps.ts')
const { openStore, storePageUrls } = await import('./store-page.ts')

const place = { type: 'Point' as const, coordinates: [6.1286, 45.8987] as [number, number] }
beforeEach(() => void Object.assign(phone, { system: 'web', installed: [], queried: [], opened: [] }))

test('findRouteApps lists the installed navigation apps in the order of `mapApps`', async () => {
  Object.assign(phone, { system: 'android', installed: ['com.waze', 'com.google.android.apps.maps'] })
  const ways = await findRouteApps(place)
  expect(ways.map(({ name }) => name)).toEqual(['Google Maps', 'Waze'])
  for (const { open } of ways) await open()
  expect(phone.opened).toEqual(['google.navigation:q=45.8987,6.1286', 'waze://?ll=45.8987,6.1286&navigate=yes'])
  expect(phone.queried).not.toContain('maps')
})

test('findRouteApps finds iOS apps by their URL schemes', async () => {
  Object.assign(phone, { system: 'ios', installed: ['maps://', 'comgooglemaps://'] })
  const ways = await findRouteApps(place)
  for (const { open } of ways) await open()
  expect(phone.opened).toEqual(['maps://?daddr=45.8987,6.1286', 'comgooglemaps://?daddr=45.8987,6.1286'])
})

test('findRouteApps returns an empty list in a browser and queries no app', async () => {
  expect(await findRouteApps(place)).toEqual([])
  expect(phone.queried).toEqual([])
})

test('openStore opens the app’s store page in the store app, or on the web if the store app does not open', async () => {
  phone.system = 'android'
  await openStore()
  expect(phone.opened).toEqual(storePageUrls('android', 'org.parvis.app', ''))
  expect(storePageUrls('ios', 'org.parvis.app', '123')).toEqual(['itms-apps://apps.apple.com/app/id123'])
  expect(storePageUrls('ios', 'org.parvis.app', '')).toEqual(['itms-apps://apps.apple.com'])
})
