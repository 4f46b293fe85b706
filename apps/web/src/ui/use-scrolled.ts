import { useSyncExternalStore } from 'react'
import { subscribeTo } from '#web/kernel/observable.ts'

const subscribe = subscribeTo(window, 'scroll')

/** Whether the page is scrolled by more than this many pixels. */
export const useScrolled = (thresholdPx = 0): boolean => useSyncExternalStore(subscribe, () => scrollY > thresholdPx)
