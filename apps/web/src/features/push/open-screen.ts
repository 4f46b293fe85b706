import type { OpenScreen } from '@parvis/contract/push-news.ts'

/** Shows the screens that the worker asks for when what was pushed is tapped, and tells it so. */
export const listenToWorker = (show: (path: string) => void): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<OpenScreen> | null>) => {
    const path = data?.open
    if (typeof path !== 'string' || !path.startsWith('/')) return
    ports[0]?.postMessage(true)
    show(path)
  })
}
