import type { RouterHistory } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'

/*
 * The browser's *back*, its gesture on a phone too, closes what stands over a screen instead of leaving the screen.
 * (`CloseWatcher` would do it on Android alone.) While something is open, an entry of the same address lies over the
 * screen's own in the browser's history, one for each open dialog; `overlays` in its state counts them. Back takes one
 * off and closes the topmost dialog; a dialog closed in any other way takes its entry off itself. The router never sees
 * these steps: to it the reader has not moved.
 */

/** What is open, the topmost last. */
const open: { close: () => void }[] = []
/**
 * A way back of our own that the browser has not finished: `closing` takes entries off, `leaving` leaves the screen
 * with them.
 */
let under: 'closing' | 'leaving' | null = null
/** What the router asked for meanwhile. */
let held: (() => void)[] = []
const GIVEN_UP_MS = 1_000
let waiting: ReturnType<typeof setTimeout> | undefined
let router: RouterHistory | undefined

const entries = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0

/** Makes the entries as many as the dialogs. */
const settle = () => {
  if (under) return
  const there = entries()
  // past the router, which would take it for a way to another screen
  for (let count = there + 1; count <= open.length; count++)
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, '')
  if (there <= open.length) return
  waitFor('closing')
  history.go(open.length - there)
}

/** A browser may give up a way back, for that to another site say: it is not waited for long. */
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
  // the router is where this entry is: only something over the screen came or went
  const sameScreen =
    ours === 'closing' ||
    router?.location.state.__TSR_key === (history.state as { __TSR_key?: string } | null)?.__TSR_key
  if (sameScreen) event.stopImmediatePropagation()
  if (sameScreen && !ours) for (const overlay of open.slice(entries()).reverse()) overlay.close()
  arrive()
}

/** Once, before the router starts. What lies over the screen from before a reload is taken off. */
export const watchOverlays = (ofRouter: RouterHistory): void => {
  router = ofRouter
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = history[method]
    history[method] = (...entry) => {
      if (under === 'closing') held.push(() => History.prototype[method].apply(history, entry))
      // what is gone to from a dialog takes the place of its entry: the way back from there leads to the screen
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

/**
 * While it is drawn, the browser's back closes it. Not for a screen with an address of its own: back leaves that by
 * itself.
 */
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
