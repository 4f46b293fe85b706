import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'

/** Loaded only when the server reports an obsolete version, because the server is then reachable. */
export const Obsolete = lazyRouteComponent(
  () => (import.meta.env.VITE_SERVER ? importForShell() : import('./Obsolete.tsx')),
  'Obsolete',
)

const importForShell = async () => {
  await loadTexts('homescreen')
  return import('./ObsoleteInShell.tsx')
}
