import { AppLauncher } from '@capacitor/app-launcher'
import { Capacitor } from '@capacitor/core'
import type { Point } from '@parvis/contract/community.ts'
import { type MapApp, mapApps } from './map-apps.ts'

export interface RouteApp {
  name: string
  open: () => Promise<unknown>
}

type System = 'ios' | 'android'

const isInstalled = async (app: MapApp, system: System): Promise<boolean> => {
  const identifier = app[system]
  if (!identifier) return false
  const url = system === 'ios' ? `${identifier}://` : identifier
  return AppLauncher.canOpenUrl({ url }).then(
    ({ value }) => value,
    () => false,
  )
}

/** The installed navigation apps, in the order of `mapApps`; none in a browser. */
export const findRouteApps = async ({ coordinates: [longitude, latitude] }: Point): Promise<RouteApp[]> => {
  if (!Capacitor.isNativePlatform()) return []
  const system = Capacitor.getPlatform() as System
  const installed = await Promise.all(mapApps.map(app => isInstalled(app, system)))
  return mapApps
    .filter((_, at) => installed[at])
    .map(({ name, href }) => ({
      name,
      open: () => AppLauncher.openUrl({ url: href({ latitude, longitude }, system) }),
    }))
}
