import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { useOnline } from '#web/kernel/device/online.ts'
import type { AsidePartsProps } from './AsideParts.tsx'

const load = async () =>
  (await Promise.all([import('./AsideParts.tsx'), loadTexts('chat', 'calendar', 'feed', 'weather')]))[0]

/** From where the frame has an aside: what nobody sees is not fetched. */
const wide = matchMedia('(min-width: 73.75rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** What stands beside the screens on a wide one. They do without it as long as it cannot be fetched. */
export const Aside = (props: AsidePartsProps) => {
  const shown = useSyncExternalStore(subscribe, () => wide.matches)
  const online = useOnline()
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  useEffect(() => {
    // the device may have it stored without a network too; else it is tried again when there is one
    if (shown) load().then(setPart, () => {})
  }, [shown, online])
  return shown && part && <part.AsideParts {...props} />
}
