import type { Media } from '@parvis/contract/entity.ts'
import css from './MapAttribution.module.css'

/** The attribution in the corner of a static map; nothing if the picture already contains it. */
export const MapAttribution = ({ photo: { alt } }: { photo: Pick<Media, 'alt'> }) =>
  alt && (
    <small className={css.credit} translate="no">
      {alt}
    </small>
  )
