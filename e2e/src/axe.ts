import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds on a page as it stands, one line for every kind of fault. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  // a screen has its heading once it has come; one that has none is what axe tells
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => {})
  // it stays on a page that goes on to another screen of the app
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    // of what is right nothing is told: that costs as much as the looking. No rule that runs reads style sheets, and
    // axe would write one whose load failed offline into a style element, which our policy refuses
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false })
    return violations.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes
          .slice(0, 3)
          .map(node => `${node.target.join(' ')} ${node.any[0]?.message ?? node.failureSummary ?? ''}`)
          .join(' | ')}`,
    )
  })
}
