import { subscribeTo } from '../observable.ts'

export interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** Set by `first-paint.js`, because the browser's install event may fire before the app has started. */
    installOffer?: InstallPromptEvent
  }
}

/** An event of ours: the browser's prompt can be shown only once. */
const OFFER_USED = 'installofferused'

export const onInstallMethodChange = subscribeTo(window, 'beforeinstallprompt', 'appinstalled', OFFER_USED)

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true

const isAppleBrowser = () => navigator.vendor.startsWith('Apple')

/** How the app can be installed: by a prompt, by hand (Apple) or not at all; `done` if it is installed. */
export const installMethod = (): 'ask' | 'byhand' | 'none' | 'done' =>
  import.meta.env.VITE_SERVER || isInstalled()
    ? 'done'
    : window.installOffer
      ? 'ask'
      : isAppleBrowser()
        ? 'byhand'
        : 'none'

export const showInstallPrompt = async (): Promise<boolean> => {
  const offer = window.installOffer
  delete window.installOffer
  dispatchEvent(new Event(OFFER_USED))
  return (await offer?.prompt())?.outcome === 'accepted'
}
