import type { OpenScreen } from '@parvis/contract/push-payload.ts'

/** Listens to the service worker, which asks for a screen when a notification is tapped; acknowledges and opens it. */
export const listenToServiceWorker = (openPath: (path: string) => void): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<OpenScreen> | null>) => {
    const path = data?.open
    if (typeof path !== 'string' || !path.startsWith('/')) return
    ports[0]?.postMessage(true)
    openPath(path)
  })
}
