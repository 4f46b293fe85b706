import type { Community } from '@parvis/contract/community.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { addressOf } from '#web/kernel/share/contact-links.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { onLostPart } from '#web/ui/lost-part.ts'
import { MapCredit } from '#web/ui/map/MapCredit.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import css from './WhereCard.module.css'

/** Same ratio as the plan beside it. */
const RATIO = 8 / 5
/** Extent of the map in degrees: a few streets. */
const STREETS = { longitude: 0.012, latitude: 0.006 }

export interface WhereCardProps {
  community: Pick<Community, 'name' | 'loc' | 'address' | 'zipCode' | 'city'>
  photo: Media | null
}

/** The location as a static picture; the interactive map loads on request. */
export const WhereCard = ({ community, photo }: WhereCardProps) => {
  const { t } = useText()
  const [live, setLive] = useState(false)
  const { loc } = community
  if (!loc && !photo) return null
  const showMap = () => void loadTexts('map').then(() => setLive(true), onLostPart)
  return (
    <Card as="section" aria-labelledby="where" className={css.card}>
      {live && loc ? (
        <div className={css.map}>
          <LiveMap name={community.name} loc={loc} />
        </div>
      ) : photo ? (
        <div className={css.picture}>
          <Photo media={photo} alt={t('information.map.alt', { name: community.name })} ratio={RATIO} />
          <MapCredit photo={photo} />
        </div>
      ) : (
        <div className={css.ground} aria-hidden="true">
          <span />
        </div>
      )}
      <div className={css.words}>
        <div>
          <h2 id="where">{t('information.where')}</h2>
          <small>{addressOf(community) ?? t('information.where.pin')}</small>
        </div>
        {loc && !live && (
          <Button size="s" onClick={showMap}>
            {t('information.map.open')}
          </Button>
        )}
      </div>
    </Card>
  )
}

const LiveMap = ({ name, loc }: { name: string; loc: NonNullable<Community['loc']> }) => {
  const { t } = useText()
  const installation = useQuery(installationQuery())
  const [view, setView] = useState({ center: loc, delta: STREETS })
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
      styleUrl={installation.isError ? null : installation.data?.tilesStyleUrl}
    />
  )
}
