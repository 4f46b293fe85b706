/** The browser's own offer to install the app, held back until its reader asks for it. Chromium alone makes one. */
export interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** Held by `first-paint.js`: it may come before the app has started. */
    installOffer?: InstallOffer
  }
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const changed of listeners) changed()
}

/** Calls back when an offer comes or is used up. Returns the way to stop. */
export const onInstallOffer = (changed: () => void): (() => void) => {
  listeners.add(changed)
  addEventListener('beforeinstallprompt', changed)
  addEventListener('appinstalled', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('beforeinstallprompt', changed)
    removeEventListener('appinstalled', changed)
  }
}

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true

const isApples = () => navigator.vendor.startsWith('Apple')

/**
 * How the app comes to the home screen: by the browser's question, by hand where the browser is Apple's, or not at all;
 * `done` inside the installed one.
 */
export const waysToInstall = (): 'ask' | 'byhand' | 'none' | 'done' =>
  import.meta.env.VITE_SERVER || isInstalled() ? 'done' : window.installOffer ? 'ask' : isApples() ? 'byhand' : 'none'

/** Lets the browser ask; true when it is being installed. An offer can be used once. */
export const install = async (): Promise<boolean> => {
  const offer = window.installOffer
  delete window.installOffer
  tell()
  return (await offer?.prompt())?.outcome === 'accepted'
}
