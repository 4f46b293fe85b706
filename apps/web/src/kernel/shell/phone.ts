import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { SplashScreen } from '@capacitor/splash-screen'
import { storeInTab, tabStored } from '../device/tab-storage.ts'
import { loadSecrets } from './secret-storage.ts'
import { screenPathOf } from './links.ts'
import { followPushes } from './phone-push.ts'
import { renewFailedPictures } from './renew-pictures.ts'
import { interceptDownloads } from './save-files.ts'

declare module '../device/tab-storage.ts' {
  interface TabStored {
    launchlink: string
  }
}

/** How long after launch iOS may report the launch link again, in milliseconds. */
const LAUNCH_LINK_REPEAT_MS = 5_000

const openLaunchLink = async () => {
  const link = (await App.getLaunchUrl().catch(() => undefined))?.url
  if (!link || link === tabStored('launchlink')) return
  storeInTab('launchlink', link)
  const screen = screenPathOf(link)
  if (screen) history.replaceState(null, '', screen)
}

/** Prepares the app in a native shell. Must run before the first request and the first render. */
export const startPhone = async (onSaveError: (error: unknown) => void): Promise<void> => {
  renewFailedPictures()
  interceptDownloads(onSaveError)
  // The app's files are on the phone, so without a network it starts with persisted data.
  if (!navigator.onLine) document.documentElement.dataset.offline = ''
  await Promise.all([loadSecrets(), openLaunchLink()])
}

export const followPhone = (open: (screen: string) => void): void => {
  followPushes(open)
  void App.addListener('appUrlOpen', ({ url }) => {
    if (url === tabStored('launchlink') && performance.now() < LAUNCH_LINK_REPEAT_MS) return
    const screen = screenPathOf(url)
    if (screen) open(screen)
  })
  void App.addListener('backButton', ({ canGoBack }) => {
    if (canGoBack) history.back()
    else void App.minimizeApp()
  })
}

export const hideSplashScreen = (): void => {
  if (!Capacitor.isNativePlatform()) return
  requestAnimationFrame(() => requestAnimationFrame(() => void SplashScreen.hide()))
}
