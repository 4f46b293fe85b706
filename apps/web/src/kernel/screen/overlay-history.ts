import type { RouterHistory } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'

/* Makes the browser's *back* close an overlay instead of leaving the screen. (`CloseWatcher` does this on Android
   only.) Each open overlay has an extra history entry with the same address, counted by `overlays` in its state.
   Back removes one and closes the topmost overlay; closing an overlay removes its entry. The router never sees
   these steps. */

const openOverlays: { close: () => void }[] = []
/** An unfinished navigation of ours: `closing` removes overlay entries, `leaving` also leaves the screen. */
let pendingNavigation: 'closing' | 'leaving' | null = null
let queuedOperations: (() => void)[] = []
const NAVIGATION_TIMEOUT_MS = 1_000
let timer: ReturnType<typeof setTimeout> | undefined
let router: RouterHistory | undefined

const countEntries = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0

const syncEntries = () => {
  if (pendingNavigation) return
  const entryCount = countEntries()
  // Bypasses the router, which would treat it as a navigation.
  for (let count = entryCount + 1; count <= openOverlays.length; count++)
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  if (entryCount <= openOverlays.length) return
  startNavigation('closing')
  history.go(openOverlays.length - entryCount)
}

/** The browser may drop a navigation, such as one back to another site, so there is a timeout. */
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

/** Call it once, before the router starts. Removes entries of overlays from before a reload. */
export const watchOverlays = (routerHistory: RouterHistory): void => {
  router = routerHistory
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = history[method]
    history[method] = (...entry) => {
      if (pendingNavigation === 'closing') queuedOperations.push(() => History.prototype[method].apply(history, entry))
      // A navigation from an overlay replaces its entry, so that back leads to the screen below.
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

/** Not for a screen with its own address, which back leaves anyway. */
export const useCloseOnBack = (onClose: () => void, active: boolean): void => {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!active) return
    const overlay = { close: () => close() }
    openOverlays.push(overlay)
    queueMicrotask(syncEntries)
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1)
      queueMicrotask(syncEntries)
    }
  }, [active])
}
