export interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** Set by `first-paint.js`, because the browser's install event may fire before the app has started. */
    installOffer?: InstallPromptEvent
  }
}

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export const onInstallMethodChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('beforeinstallprompt', listener)
  addEventListener('appinstalled', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('beforeinstallprompt', listener)
    removeEventListener('appinstalled', listener)
  }
}

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
  notifyListeners()
  return (await offer?.prompt())?.outcome === 'accepted'
}
