import type { Media } from '@parvis/contract/entity.ts'
import css from './MapAttribution.module.css'

/** The attribution of a static map, in its container's corner; nothing if the picture contains it. */
export const MapAttribution = ({ photo: { alt } }: { photo: Pick<Media, 'alt'> }) =>
  alt && (
    <small className={css.credit} translate="no">
      {alt}
    </small>
  )
