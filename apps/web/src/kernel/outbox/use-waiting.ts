import { useSyncExternalStore } from 'react'
import { outbox } from './outbox.ts'
import type { Waiting } from './waiting.ts'

/** All that waits to be sent, the first one first. */
export const useWaiting = (): readonly Waiting[] => useSyncExternalStore(outbox.subscribe, outbox.waiting)

/** Whether this one is being sent at the moment. */
export const useIsUnderWay = (id: string): boolean =>
  useSyncExternalStore(outbox.subscribe, () => outbox.isUnderWay(id))
