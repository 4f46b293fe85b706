import { useSyncExternalStore } from 'react'
import { outbox } from './outbox.ts'
import type { PendingItem } from './pending.ts'

export const usePending = (): readonly PendingItem[] => useSyncExternalStore(outbox.subscribe, outbox.pending)

export const useIsSending = (id: string): boolean => useSyncExternalStore(outbox.subscribe, () => outbox.isSending(id))
