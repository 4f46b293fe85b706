import type { Page } from 'playwright-core'

/** Waits for two animation frames, so that everything scheduled before is painted. */
export const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

export const waitUntilSettled = async (page: Page): Promise<void> => {
  await page.locator('#root > *').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1, h2, dialog'),
  )
  // The function is not async, since `waitForFunction` would take its promise for a truthy value.
  await page.waitForFunction(() => {
    // Pictures outside the window load lazily, so only the visible ones are waited for.
    const visible = [...document.images].filter(image => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      return top < innerHeight && bottom > 0 && left < innerWidth && right > 0
    })
    return document.fonts.status === 'loaded' && visible.every(image => image.complete)
  })
  await waitForPaint(page)
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

/** The cumulative layout shift of the page since it was opened. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        const observer = new PerformanceObserver(list =>
          done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        )
        observer.observe({ type: 'layout-shift', buffered: true })
        // Without layout shifts the observer is never called, so the result is then 0.
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
      }),
  )
