import type { RouterHistory } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'

/* Makes the browser's *back* close an overlay instead of leaving the screen. (`CloseWatcher` does this on Android
   only.) Each open overlay has an extra history entry with the same address, counted by `overlays` in its state.
   Back removes one and closes the topmost overlay; closing an overlay removes its entry. The router never sees
   these steps. */

const open: { close: () => void }[] = []
/** An unfinished navigation of ours: `closing` removes overlay entries, `leaving` also leaves the screen. */
let under: 'closing' | 'leaving' | null = null
let held: (() => void)[] = []
const GIVEN_UP_MS = 1_000
let waiting: ReturnType<typeof setTimeout> | undefined
let router: RouterHistory | undefined

const entries = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0

/** Makes the number of entries equal to the number of open overlays. */
const settle = () => {
  if (under) return
  const there = entries()
  // Bypasses the router, which would treat it as a navigation.
  for (let count = there + 1; count <= open.length; count++)
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  if (there <= open.length) return
  waitFor('closing')
  history.go(open.length - there)
}

/** The browser may drop a navigation, such as one back to another site, so there is a timeout. */
const waitFor = (way: 'closing' | 'leaving') => {
  under = way
  clearTimeout(waiting)
  waiting = setTimeout(arrive, GIVEN_UP_MS)
}

const arrive = () => {
  under = null
  clearTimeout(waiting)
  const asked = held
  held = []
  for (const ask of asked) ask()
  queueMicrotask(settle)
}

const goneBack = (event: PopStateEvent) => {
  const ours = under
  // The router is already at this entry: only an overlay was opened or closed.
  const sameScreen =
    ours === 'closing' ||
    router?.location.state.__TSR_key === (history.state as { __TSR_key?: string } | null)?.__TSR_key
  if (sameScreen) event.stopImmediatePropagation()
  if (sameScreen && !ours) for (const overlay of open.slice(entries()).reverse()) overlay.close()
  arrive()
}

/** Call it once, before the router starts. Removes entries of overlays from before a reload. */
export const watchOverlays = (ofRouter: RouterHistory): void => {
  router = ofRouter
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = history[method]
    history[method] = (...entry) => {
      if (under === 'closing') held.push(() => History.prototype[method].apply(history, entry))
      // A navigation from an overlay replaces its entry, so that back leads to the screen below.
      else if (method === 'pushState' && entries() > 0) history.replaceState(...entry)
      else write.apply(history, entry)
      queueMicrotask(settle)
    }
  }
  const { back, go } = router
  router.back = options => {
    if (under) held.push(() => back(options))
    else if (entries() === 0) back(options)
    else {
      waitFor('leaving')
      go(-1 - entries(), options)
    }
  }
  settle()
}

addEventListener('popstate', goneBack, { capture: true })

/** Not for a screen with its own address, which back leaves anyway. */
export const useBackCloses = (onClose: () => void, active: boolean): void => {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!active) return
    const overlay = { close: () => close() }
    open.push(overlay)
    queueMicrotask(settle)
    return () => {
      open.splice(open.indexOf(overlay), 1)
      queueMicrotask(settle)
    }
  }, [active])
}
