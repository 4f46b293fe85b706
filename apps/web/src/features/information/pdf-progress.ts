import { useSyncExternalStore } from 'react'

const progressByUri = new Map<string, number>()
const listeners = new Set<() => void>()

/** Sets the progress of a PDF download, 0 to 1. */
export const setPdfProgress = (uri: string, share: number): void => {
  progressByUri.set(uri, share)
  for (const listener of listeners) listener()
}

export const usePdfProgress = (uri: string): number =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => progressByUri.get(uri) ?? 0,
  )
