import type { Media } from '@parvis/contract/entity.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { MapAttribution } from '#web/ui/map/MapAttribution.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Picto } from '#web/ui/Picto.tsx'
import css from './DealPlace.module.css'

const RATIO = 2

export interface DealPlaceProps {
  name: string
  /** Static image of the map, centred on the deal. */
  photo: Media
  picto: string
  onRoute: () => void
}

/** Location of a deal as a static image, which needs no map library; a tap opens the route. */
export const DealPlace = ({ name, photo, picto, onRoute }: DealPlaceProps) => {
  const { t } = useText()
  return (
    <button type="button" className={css.place} aria-label={t('deals.mapphoto', { name })} onClick={onRoute}>
      <Photo media={photo} alt="" ratio={RATIO} />
      <MapAttribution photo={photo} />
      <span className={css.pin}>
        <span>
          <Picto name={picto} />
        </span>
      </span>
    </button>
  )
}
