import type { Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { distanceOf } from './deal-facts.ts'

/** A deal closer than this, in kilometres, is shown as "on site". */
const ON_SITE_KM = 0.02

/** Returns a function that formats the distance of a deal; null if a point is unknown. */
export const useDealDistance = () => {
  const { t } = useText()
  const { distance } = useFormat()
  return (deal: Pick<Deal, 'loc'>, from: Point | null, community?: string): string | null => {
    const km = distanceOf(deal, from)
    if (km === null) return null
    if (km < ON_SITE_KM) return t('deals.here')
    return community === undefined ? distance(km) : t('deals.distance', { distance: distance(km), community })
  }
}
