import { useSyncExternalStore } from 'react'

const done = new Map<string, number>()
const listeners = new Set<() => void>()

/** Sets the progress of a PDF download, 0 to 1. */
export const setPaperProgress = (uri: string, share: number): void => {
  done.set(uri, share)
  for (const listener of listeners) listener()
}

export const usePaperProgress = (uri: string): number =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => done.get(uri) ?? 0,
  )
