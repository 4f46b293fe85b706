import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The axe violations of the page, one line for each rule. */
export const findAxeViolations = async (page: Page): Promise<string[]> => {
  // If the screen never renders an `h1`, axe reports that: the timeout is ignored.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => {})
  // axe stays loaded during client-side navigation, so it is injected into each frame only once.
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    // Only violations are reported, since passes cost as much as the check itself. `preload: false`: none of the rules
    // that run reads style sheets, and axe would copy one that failed to load offline into a style element, which the
    // content security policy refuses.
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
