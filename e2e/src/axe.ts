import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds on a page as it stands, one line for every kind of fault. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // of what is right nothing is told: that costs as much as the looking
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .slice(0, 3)
        .map(node => `${node.target.join(' ')} ${node.any[0]?.message ?? node.failureSummary ?? ''}`)
        .join(' | ')}`,
  )
}
