import type { Page } from 'playwright-core'

/** What was decided before has been drawn. */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/**
 * Waits until the screen is what its reader will see: nothing loads any more, fonts and the pictures in view are there.
 */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('#root > *').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1, h2, dialog'),
  )
  // not an async one: its promise would be taken for a yes
  await page.waitForFunction(() => {
    // those beside the window too are left alone until they are scrolled to
    const near = [...document.images].filter(image => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      return top < innerHeight && bottom > 0 && left < innerWidth && right > 0
    })
    return document.fonts.status === 'loaded' && near.every(image => image.complete)
  })
  await twoFrames(page)
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

/** Waits until the app has fetched what it would miss without a network. */
export const fetchedAhead = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => performance.getEntriesByName('fetched-ahead').length > 0)
}
