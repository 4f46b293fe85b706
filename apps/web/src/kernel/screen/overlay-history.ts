import type { RouterHistory } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'

/* Makes the browser's *back* close an overlay instead of leaving the screen. (`CloseWatcher` does this on Android
   only.) Each open overlay has an extra history entry with the same address, counted by `overlays` in its state.
   Going back removes one such entry and closes the topmost overlay; closing an overlay removes its entry. The
   router
   never sees these steps. */

const openOverlays: { close: () => void }[] = []
/** The running navigation of this module: `closing` removes overlay entries, `leaving` also leaves the screen. */
let pendingNavigation: 'closing' | 'leaving' | null = null
let queuedOperations: (() => void)[] = []
const NAVIGATION_TIMEOUT_MS = 1_000
let timer: ReturnType<typeof setTimeout> | undefined
let router: RouterHistory | undefined

const countEntries = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0

const syncEntries = () => {
  if (pendingNavigation) return
  const entryCount = countEntries()
  // Calls the native pushState, because the pushState of the router would cause a navigation.
  for (let count = entryCount + 1; count <= openOverlays.length; count++)
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  if (entryCount <= openOverlays.length) return
  startNavigation('closing')
  history.go(openOverlays.length - entryCount)
}

/** Also starts a timeout, because the browser may cancel a navigation, for example one back to another site. */
const startNavigation = (navigation: 'closing' | 'leaving') => {
  pendingNavigation = navigation
  clearTimeout(timer)
  timer = setTimeout(finishNavigation, NAVIGATION_TIMEOUT_MS)
}

const finishNavigation = () => {
  pendingNavigation = null
  clearTimeout(timer)
  const operations = queuedOperations
  queuedOperations = []
  for (const operation of operations) operation()
  queueMicrotask(syncEntries)
}

const onPopState = (event: PopStateEvent) => {
  const ownNavigation = pendingNavigation
  const sameScreen =
    ownNavigation === 'closing' ||
    router?.location.state.__TSR_key === (history.state as { __TSR_key?: string } | null)?.__TSR_key
  if (sameScreen) event.stopImmediatePropagation()
  if (sameScreen && !ownNavigation) for (const overlay of openOverlays.slice(countEntries()).reverse()) overlay.close()
  finishNavigation()
}

/** Call it once, before the router starts. Removes overlay entries that remain after a reload. */
export const watchOverlays = (routerHistory: RouterHistory): void => {
  router = routerHistory
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = history[method]
    history[method] = (...entry) => {
      if (pendingNavigation === 'closing') queuedOperations.push(() => History.prototype[method].apply(history, entry))
      // A navigation from an overlay replaces the overlay's entry, so that back leads to the screen below.
      else if (method === 'pushState' && countEntries() > 0) history.replaceState(...entry)
      else write.apply(history, entry)
      queueMicrotask(syncEntries)
    }
  }
  const { back, go } = router
  router.back = options => {
    if (pendingNavigation) queuedOperations.push(() => back(options))
    else if (countEntries() === 0) back(options)
    else {
      startNavigation('leaving')
      go(-1 - countEntries(), options)
    }
  }
  syncEntries()
}

addEventListener('popstate', onPopState, { capture: true })

/** Calls `onClose` on the browser's back. Not for a screen with its own URL, which back leaves anyway. */
export const useCloseOnBack = (onClose: () => void, isActive: boolean): void => {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isActive) return
    const overlay = { close: () => close() }
    openOverlays.push(overlay)
    queueMicrotask(syncEntries)
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1)
      queueMicrotask(syncEntries)
    }
  }, [isActive])
}
