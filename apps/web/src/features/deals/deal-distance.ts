import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'

/** A deal closer than this, in kilometres, is shown as "on site". */
const ON_SITE_KM = 0.02

/** Returns a function that formats a distance in kilometres, with the name of the community if one is passed. */
export const useDealDistance = () => {
  const { t } = useText()
  const { distance } = useFormat()
  return (km: number, community?: string): string =>
    km < ON_SITE_KM
      ? t('deals.here')
      : community === undefined
        ? distance(km)
        : t('deals.distance', { distance: distance(km), community })
}
