import { useEffect, useState, useSyncExternalStore } from 'react'
import { withTexts } from '#web/kernel/text/i18n.ts'
import { useOnline } from '#web/kernel/device/online.ts'
import { subscribeTo } from '#web/kernel/observable.ts'
import type { AsidePartsProps } from './AsideParts.tsx'

const loadAsideParts = () => withTexts(import('./AsideParts.tsx'), 'chat', 'feed', 'weather')

/** From this width on, the frame has an aside; a narrower window does not load the aside's code. */
const wideWindow = matchMedia('(min-width: 73.75rem)')
const subscribe = subscribeTo(wideWindow, 'change')

export const Aside = (props: AsidePartsProps) => {
  const isVisible = useSyncExternalStore(subscribe, () => wideWindow.matches)
  const online = useOnline()
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadAsideParts>> | null>(null)
  useEffect(() => {
    // Offline, the service worker's cache may have the module; otherwise loading is retried when the network returns.
    if (isVisible) loadAsideParts().then(setPart, () => {})
  }, [isVisible, online])
  return isVisible && part && <part.AsideParts {...props} />
}
