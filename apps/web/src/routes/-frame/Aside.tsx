import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { useOnline } from '#web/kernel/device/online.ts'
import type { AsidePartsProps } from './AsideParts.tsx'

const load = async () =>
  (await Promise.all([import('./AsideParts.tsx'), loadTexts('chat', 'calendar', 'feed', 'weather')]))[0]

/** From this width on, the frame has an aside; a narrower window does not load its code. */
const wide = matchMedia('(min-width: 73.75rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export const Aside = (props: AsidePartsProps) => {
  const isVisible = useSyncExternalStore(subscribe, () => wide.matches)
  const online = useOnline()
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  useEffect(() => {
    // Offline, the service worker's cache may have the module; otherwise loading is retried when the network returns.
    if (isVisible) load().then(setPart, () => {})
  }, [isVisible, online])
  return isVisible && part && <part.AsideParts {...props} />
}
