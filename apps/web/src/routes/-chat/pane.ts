import { useSyncExternalStore } from 'react'
import type * as Pane from './ChatPane.tsx'

/** From where the lists stand beside a conversation; a phone shows one of the two. */
const wide = matchMedia('(min-width: 1024px)')

let pane: typeof Pane | null = null
const listeners = new Set<() => void>()

const load = async () => {
  pane = await import('./ChatPane.tsx')
  for (const changed of listeners) changed()
}

/** Fetches the lists for a screen that shows them. */
export const loadPane = async (isThread: boolean): Promise<void> => {
  if (!pane && (wide.matches || !isThread)) await load()
}

const subscribe = (changed: () => void) => {
  // a window that becomes wide shows them beside the conversation
  const widened = () => void (wide.matches && !pane && load().catch(() => {}))
  listeners.add(changed)
  wide.addEventListener('change', widened)
  return () => {
    listeners.delete(changed)
    wide.removeEventListener('change', widened)
  }
}

/** Null where they have not been fetched. */
export const usePane = (): typeof Pane | null => useSyncExternalStore(subscribe, () => pane)
