import type { Media } from '@parvis/contract/entity.ts'
import css from './MapCredit.module.css'

/**
 * The attribution of a static map, in the corner of its positioned container; nothing if the picture already contains
 * it.
 */
export const MapCredit = ({ photo: { alt } }: { photo: Pick<Media, 'alt'> }) =>
  alt && (
    <small className={css.credit} translate="no">
      {alt}
    </small>
  )
