import type { Community } from '@parvis/contract/community.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { useState } from 'react'
import { useTilesStyleUrl } from '#web/kernel/installation/use-tiles-style.ts'
import { formatPostalAddress } from '#web/kernel/share/contact-links.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MapAttribution } from '#web/ui/map/MapAttribution.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import css from './LocationCard.module.css'

/** Width divided by height of the map, the same as of the site plan beside it. */
const MAP_RATIO = 8 / 5
/** Extent of the map in degrees: a few streets. */
const MAP_EXTENT = { longitude: 0.012, latitude: 0.006 }

export interface LocationCardProps {
  community: Pick<Community, 'name' | 'loc' | 'address' | 'zipCode' | 'city'>
  photo: Media | null
}

/** The location of the community as a static picture; the interactive map loads on request. */
export const LocationCard = ({ community, photo }: LocationCardProps) => {
  const { t } = useText()
  const [isInteractive, setIsInteractive] = useState(false)
  const { loc } = community
  if (!loc && !photo) return null
  return (
    <Card as="section" aria-labelledby="where" className={css.card}>
      {isInteractive && loc ? (
        <div className={css.map}>
          <InteractiveMap name={community.name} loc={loc} />
        </div>
      ) : photo ? (
        <div className={css.picture}>
          <Photo media={photo} alt={t('information.map.alt', { name: community.name })} ratio={MAP_RATIO} />
          <MapAttribution photo={photo} />
        </div>
      ) : (
        <div className={css.ground} aria-hidden="true">
          <span />
        </div>
      )}
      <div className={css.words}>
        <div>
          <h2 id="where">{t('information.where')}</h2>
          <small>{formatPostalAddress(community) ?? t('information.where.pin')}</small>
        </div>
        {loc && !isInteractive && (
          <Button size="s" onClick={() => setIsInteractive(true)}>
            {t('information.map.open')}
          </Button>
        )}
      </div>
    </Card>
  )
}

const InteractiveMap = ({ name, loc }: { name: string; loc: NonNullable<Community['loc']> }) => {
  const { t } = useText()
  const styleUrl = useTilesStyleUrl()
  const [view, setView] = useState({ center: loc, delta: MAP_EXTENT })
  return (
    <MapPane
      label={t('information.map', { name })}
      view={view}
      places={[{ id: 'here', name, point: loc, picture: <Icon name="house" size="s" /> }]}
      chosen="here"
      onChoose={() => {}}
      onMoved={() => {}}
      here={null}
      onLocate={() => setView({ ...view })}
      styleUrl={styleUrl}
    />
  )
}
