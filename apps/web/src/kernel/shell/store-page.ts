import { App } from '@capacitor/app'
import { AppLauncher } from '@capacitor/app-launcher'
import { Capacitor } from '@capacitor/core'

/** The URLs of the app's store page, in the order in which they are tried. */
export const storePageUrls = (system: string, appId: string, appleId: string): string[] =>
  system === 'ios'
    ? [appleId ? `itms-apps://apps.apple.com/app/id${appleId}` : 'itms-apps://apps.apple.com']
    : [`market://details?id=${appId}`, `https://play.google.com/store/apps/details?id=${appId}`]

export const openStore = async (): Promise<void> => {
  if (!Capacitor.isNativePlatform()) return location.reload()
  const { id } = await App.getInfo()
  for (const url of storePageUrls(Capacitor.getPlatform(), id, import.meta.env.VITE_APPLE_ID ?? ''))
    if ((await AppLauncher.openUrl({ url })).completed) return
}
