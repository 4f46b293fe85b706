import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'

/** Fetched when the server says so: it has just answered. */
export const Obsolete = lazyRouteComponent(
  () => (import.meta.env.VITE_SERVER ? importInStore() : import('./Obsolete.tsx')),
  'Obsolete',
)

const importInStore = async () => {
  await loadTexts('homescreen')
  return import('./NewInStore.tsx')
}
