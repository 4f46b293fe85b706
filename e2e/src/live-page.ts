import type { Page } from 'playwright-core'

/**
 * Opens a screen of a member (other than the notifications) and waits until the page receives live events: the
 * notification bell loads its list once the live connection is established and all listeners are subscribed.
 */
export const openWithLiveConnection = async (page: Page, path: string): Promise<void> => {
  const bellLoaded = page.waitForResponse(response => new URL(response.url()).pathname === '/notifications')
  await page.goto(path)
  await bellLoaded
}
