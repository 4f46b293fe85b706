import type { OpenScreen } from '@parvis/contract/push-payload.ts'

/** Opens the screen that the service worker requests after a tap on a notification, and acknowledges the request. */
export const listenToServiceWorker = (openPath: (path: string) => void): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<OpenScreen> | null>) => {
    const path = data?.open
    if (typeof path !== 'string' || !path.startsWith('/')) return
    ports[0]?.postMessage(true)
    openPath(path)
  })
}
