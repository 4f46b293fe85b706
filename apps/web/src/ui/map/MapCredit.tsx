import type { Media } from '@parvis/contract/entity.ts'
import css from './MapCredit.module.css'

/**
 * Who made a map that is shown as a picture, over its corner; nothing where the picture says so itself. Stands in what
 * holds the picture.
 */
export const MapCredit = ({ photo: { alt } }: { photo: Pick<Media, 'alt'> }) =>
  alt && (
    <small className={css.credit} translate="no">
      {alt}
    </small>
  )
