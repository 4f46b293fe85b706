import type { Page } from 'playwright-core'

/** Goes on to another screen of the app that stands, as by the way back: without loading the app anew. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(to => {
    history.pushState(history.state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
  // the screen before stays until the next one has what it needs
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}
