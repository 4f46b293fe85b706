import type { Point } from '@parvis/contract/community.ts'
import { useEffect, useState } from 'react'
import { routeHref } from '#web/kernel/share/route-href.ts'
import type { RouteApp } from '#web/kernel/shell/route-apps.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { ButtonAnchor } from './ButtonLink.tsx'

const importRouteApps = () => import('#web/kernel/shell/route-apps.ts')

/** Buttons for the map apps of this phone; without such an app, one button for a map service in the browser. */
export const MapAppButtons = ({ loc, onRouteStart }: { loc: Point; onRouteStart: () => void }) => {
  const { t } = useText()
  const [apps, setApps] = useState<readonly RouteApp[] | null>(null)
  useEffect(() => {
    let isCancelled = false
    void importRouteApps()
      .then(({ findRouteApps }) => findRouteApps(loc))
      .then(found => isCancelled || setApps(found))
    return () => {
      isCancelled = true
    }
  }, [loc])
  if (apps === null) return null
  if (apps.length === 0)
    return (
      <ButtonAnchor
        kind="primary"
        icon="map-pin"
        wide
        href={routeHref(loc)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onRouteStart}
      >
        {t('map.route.maps')}
      </ButtonAnchor>
    )
  return apps.map(({ name, open }, index) => (
    <Button
      key={name}
      kind={index === 0 ? 'primary' : 'soft'}
      icon="map-pin"
      wide
      onClick={() => {
        void open()
        onRouteStart()
      }}
    >
      {name}
    </Button>
  ))
}
