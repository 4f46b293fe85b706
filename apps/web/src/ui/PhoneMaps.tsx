import type { Point } from '@parvis/contract/community.ts'
import { useEffect, useState } from 'react'
import { routeHref } from '#web/kernel/share/route-href.ts'
import type { Way } from '#web/kernel/shell/ways.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { ButtonAnchor } from './ButtonLink.tsx'

const load = () => import('#web/kernel/shell/ways.ts')

/** The map apps of this phone; without any, a map service in the browser. */
export const PhoneMaps = ({ loc, onStart }: { loc: Point; onStart: () => void }) => {
  const { t } = useText()
  const [ways, setWays] = useState<readonly Way[] | null>(null)
  useEffect(() => {
    let left = false
    void load()
      .then(({ findWays }) => findWays(loc))
      .then(found => left || setWays(found))
    return () => {
      left = true
    }
  }, [loc])
  if (ways === null) return null
  if (ways.length === 0)
    return (
      <ButtonAnchor
        kind="primary"
        icon="map-pin"
        wide
        href={routeHref(loc)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onStart}
      >
        {t('map.route.maps')}
      </ButtonAnchor>
    )
  return ways.map(({ name, open }, at) => (
    <Button
      key={name}
      kind={at === 0 ? 'primary' : 'soft'}
      icon="map-pin"
      wide
      onClick={() => {
        void open()
        onStart()
      }}
    >
      {name}
    </Button>
  ))
}
