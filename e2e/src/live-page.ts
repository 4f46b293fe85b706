import type { Page } from 'playwright-core'

/**
 * Opens a screen of a member that does not show notifications itself, and waits until the page hears what the server
 * tells: the bell asks for its list when the live connection stands and all that is live listens.
 */
export const openLive = async (page: Page, path: string): Promise<void> => {
  const asked = page.waitForResponse(response => new URL(response.url()).pathname === '/notifications')
  await page.goto(path)
  await asked
}
