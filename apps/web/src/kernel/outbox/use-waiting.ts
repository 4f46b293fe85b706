import { useSyncExternalStore } from 'react'
import { outbox } from './outbox.ts'
import type { Waiting } from './waiting.ts'

export const useWaiting = (): readonly Waiting[] => useSyncExternalStore(outbox.subscribe, outbox.waiting)

export const useIsUnderWay = (id: string): boolean =>
  useSyncExternalStore(outbox.subscribe, () => outbox.isUnderWay(id))
