import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'

/** Nearer than this, in kilometres, nobody has to walk. */
const HERE_KM = 0.02

/** How far a deal is, in words; with the community that it is told from, where that is not plain. */
export const useDealDistance = () => {
  const { t } = useText()
  const { distance } = useFormat()
  return (km: number, community?: string): string =>
    km < HERE_KM
      ? t('deals.here')
      : community === undefined
        ? distance(km)
        : t('deals.distance', { distance: distance(km), community })
}
