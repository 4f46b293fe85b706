import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadTexts } from '#web/kernel/i18n.ts'

const HereNow = lazy(async () => {
  const [part] = await Promise.all([import('./HereNow.tsx'), loadTexts('chat')])
  return { default: part.HereNow }
})

/** From where the frame has an aside: what nobody sees is not fetched. */
const wide = matchMedia('(min-width: 73.75rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** What stands beside every tab on a wide screen. */
export const ChatAside = ({ mayKnow }: { mayKnow: boolean }) => {
  const shown = useSyncExternalStore(subscribe, () => wide.matches)
  return shown && <Suspense><HereNow mayKnow={mayKnow} /></Suspense>
}
