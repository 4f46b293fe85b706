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
    /** The link that opened the app, once it was followed: a reload does not go there again. */
    launchlink: string
  }
}

/** So long after its start iOS tells once more of the link that opened the app, in milliseconds. */
const LAUNCH_MS = 5_000

/** The screen whose link has opened the app is where it begins. */
const beginWhereAsked = async () => {
  const link = (await App.getLaunchUrl().catch(() => undefined))?.url
  if (!link || link === kept('launchlink')) return
  keep('launchlink', link)
  const screen = screenOf(link)
  if (screen) history.replaceState(null, '', screen)
}

/** Before anything is asked of the server or drawn. `tell` hears why a file could not be saved. */
export const startPhone = async (tell: (error: unknown) => void): Promise<void> => {
  renewFailedPictures()
  saveByHand(tell)
  // the app itself is always there: without a network it begins with what was last seen
  if (!navigator.onLine) document.documentElement.dataset.offline = ''
  await Promise.all([loadSecrets(), beginWhereAsked()])
}

/** The links and pushes that are followed while the app is open, and Android's way back. */
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

/** The first screen stands: what the phone shows until then goes. */
export const showScreen = (): void => {
  if (!Capacitor.isNativePlatform()) return
  requestAnimationFrame(() => requestAnimationFrame(() => void SplashScreen.hide()))
}
