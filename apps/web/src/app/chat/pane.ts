import { useSyncExternalStore } from 'react'
import { createObservable } from '#web/kernel/observable.ts'
import type * as Pane from './ChatPane.tsx'

/** From this width on, the lists are shown beside a conversation; a narrower window shows only one of the two. */
const wideWindow = matchMedia('(min-width: 1024px)')

const pane = createObservable<typeof Pane | null>(null)

const importChatPane = async () => pane.set(await import('./ChatPane.tsx'))

export const loadChatPane = async (isThreadOpen: boolean): Promise<void> => {
  if (!pane.get() && (wideWindow.matches || !isThreadOpen)) await importChatPane()
}

const subscribe = (listener: () => void) => {
  // A window that becomes wide loads the lists, to show them beside the conversation.
  const onWidthChange = () => void (wideWindow.matches && !pane.get() && importChatPane().catch(() => {}))
  const unsubscribe = pane.subscribe(listener)
  wideWindow.addEventListener('change', onWidthChange)
  return () => {
    unsubscribe()
    wideWindow.removeEventListener('change', onWidthChange)
  }
}

export const useChatPane = (): typeof Pane | null => useSyncExternalStore(subscribe, pane.get)
