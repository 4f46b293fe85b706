import type { Page } from 'playwright-core'

/** The global that TanStack Router sets for its devtools. */
interface RouterGlobal {
  state: { status: string; location: { href: string; pathname: string }; resolvedLocation?: { href: string } }
}

export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(to => {
    history.pushState(history.state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
  // The router shows the former screen until the data of the next one has loaded; redirects have finished by then.
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as { __TSR_ROUTER__: RouterGlobal })
      .__TSR_ROUTER__.state
    const isHere = decodeURI(location.pathname) === decodeURI(window.location.pathname)
    return isHere && status === 'idle' && location.href === resolvedLocation?.href
  })
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}
