import { useSyncExternalStore } from 'react'
import type * as Pane from './ChatPane.tsx'

/** From this width on, the lists are shown beside a conversation; a narrower window shows only one of the two. */
const wideWindow = matchMedia('(min-width: 1024px)')

let pane: typeof Pane | null = null
const listeners = new Set<() => void>()

const importChatPane = async () => {
  pane = await import('./ChatPane.tsx')
  for (const listener of listeners) listener()
}

export const loadChatPane = async (isThreadOpen: boolean): Promise<void> => {
  if (!pane && (wideWindow.matches || !isThreadOpen)) await importChatPane()
}

const subscribe = (listener: () => void) => {
  // A window that becomes wide loads the lists, to show them beside the conversation.
  const onWidthChange = () => void (wideWindow.matches && !pane && importChatPane().catch(() => {}))
  listeners.add(listener)
  wideWindow.addEventListener('change', onWidthChange)
  return () => {
    listeners.delete(listener)
    wideWindow.removeEventListener('change', onWidthChange)
  }
}

export const useChatPane = (): typeof Pane | null => useSyncExternalStore(subscribe, () => pane)
