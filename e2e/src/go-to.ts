import type { Page } from 'playwright-core'

/** What the router leaves on the page for its tools. */
interface Routed {
  state: { status: string; location: { href: string; pathname: string }; resolvedLocation?: { href: string } }
}

/** Goes on to another screen of the app that stands, as by the way back: without loading the app anew. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(to => {
    history.pushState(history.state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
  // the screen before stays until the next one has what it needs; screens that lead elsewhere have done so by then
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as { __TSR_ROUTER__: Routed }).__TSR_ROUTER__
      .state
    const isHere = decodeURI(location.pathname) === decodeURI(window.location.pathname)
    return isHere && status === 'idle' && location.href === resolvedLocation?.href
  })
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}
