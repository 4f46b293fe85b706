import { useSyncExternalStore } from 'react'
import { subscribeTo } from '../observable.ts'

const subscribe = subscribeTo(window, 'online', 'offline')

/** Whether the device reports a network connection; the server may still be unreachable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
