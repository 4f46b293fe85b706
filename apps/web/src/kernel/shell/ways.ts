import { AppLauncher } from '@capacitor/app-launcher'
import { Capacitor } from '@capacitor/core'
import type { Point } from '@parvis/contract/community.ts'
import { type MapApp, mapApps } from './map-apps.ts'

export interface Way {
  name: string
  open: () => Promise<unknown>
}

type System = 'ios' | 'android'

/** Queried by package on Android and by URL scheme on iOS. */
const isThere = async (app: MapApp, system: System): Promise<boolean> => {
  const known = app[system]
  if (!known) return false
  const url = system === 'ios' ? `${known}://` : known
  return AppLauncher.canOpenUrl({ url }).then(
    ({ value }) => value,
    () => false,
  )
}

/** The installed navigation apps, in the order of the list; none in a browser. */
export const findWays = async ({ coordinates: [longitude, latitude] }: Point): Promise<Way[]> => {
  if (!Capacitor.isNativePlatform()) return []
  const system = Capacitor.getPlatform() as System
  const there = await Promise.all(mapApps.map(app => isThere(app, system)))
  return mapApps
    .filter((_, at) => there[at])
    .map(({ name, href }) => ({
      name,
      open: () => AppLauncher.openUrl({ url: href({ latitude, longitude }, system) }),
    }))
}
