import type { OpenScreen } from '@parvis/contract/push-payload.ts'

/** Opens the screen that the service worker asks for when a notification is tapped, and acknowledges it. */
export const listenToServiceWorker = (show: (path: string) => void): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<OpenScreen> | null>) => {
    const path = data?.open
    if (typeof path !== 'string' || !path.startsWith('/')) return
    ports[0]?.postMessage(true)
    show(path)
  })
}
