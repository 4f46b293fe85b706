import { useSyncExternalStore } from 'react'
import type * as Pane from './ChatPane.tsx'

/** From this width on, the lists are shown beside a conversation; a phone shows either of them. */
const wide = matchMedia('(min-width: 1024px)')

let pane: typeof Pane | null = null
const listeners = new Set<() => void>()

const load = async () => {
  pane = await import('./ChatPane.tsx')
  for (const listener of listeners) listener()
}

export const loadPane = async (isThread: boolean): Promise<void> => {
  if (!pane && (wide.matches || !isThread)) await load()
}

const subscribe = (listener: () => void) => {
  // A window that becomes wide loads the lists, to show them beside the conversation.
  const onWidthChange = () => void (wide.matches && !pane && load().catch(() => {}))
  listeners.add(listener)
  wide.addEventListener('change', onWidthChange)
  return () => {
    listeners.delete(listener)
    wide.removeEventListener('change', onWidthChange)
  }
}

export const usePane = (): typeof Pane | null => useSyncExternalStore(subscribe, () => pane)
