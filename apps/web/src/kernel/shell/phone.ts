import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { SplashScreen } from '@capacitor/splash-screen'
import { keep, kept } from '../device/kept.ts'
import { loadSecrets } from './keep-secrets.ts'
import { screenOf } from './links.ts'
import { followPushes } from './phone-push.ts'
import { renewFailedPictures } from './renew-pictures.ts'
import { saveByHand } from './save-files.ts'

declare module '../device/kept.ts' {
  interface Kept {
    /** The link that opened the app, once it was followed, so that a reload does not follow it again. */
    launchlink: string
  }
}

/** For this long after launch iOS reports the launch link again, in milliseconds. */
const LAUNCH_MS = 5_000

const beginWhereAsked = async () => {
  const link = (await App.getLaunchUrl().catch(() => undefined))?.url
  if (!link || link === kept('launchlink')) return
  keep('launchlink', link)
  const screen = screenOf(link)
  if (screen) history.replaceState(null, '', screen)
}

/** Must run before the first request and render. */
export const startPhone = async (tell: (error: unknown) => void): Promise<void> => {
  renewFailedPictures()
  saveByHand(tell)
  // The app's files are local: without a network it starts with persisted data.
  if (!navigator.onLine) document.documentElement.dataset.offline = ''
  await Promise.all([loadSecrets(), beginWhereAsked()])
}

/** Handles links and notification taps while the app is open, and Android's back button. */
export const followPhone = (open: (screen: string) => void): void => {
  followPushes(open)
  void App.addListener('appUrlOpen', ({ url }) => {
    if (url === kept('launchlink') && performance.now() < LAUNCH_MS) return
    const screen = screenOf(url)
    if (screen) open(screen)
  })
  void App.addListener('backButton', ({ canGoBack }) => {
    if (canGoBack) history.back()
    else void App.minimizeApp()
  })
}

export const showScreen = (): void => {
  if (!Capacitor.isNativePlatform()) return
  requestAnimationFrame(() => requestAnimationFrame(() => void SplashScreen.hide()))
}
