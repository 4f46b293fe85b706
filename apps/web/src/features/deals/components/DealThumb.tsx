import type { Deal } from '@parvis/contract/deals.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import css from './DealThumb.module.css'

/** Thumbnail of a deal: the photo of the deal, or without a photo the pictogram of the category. */
export const DealThumb = ({ deal: { photo, category } }: { deal: Pick<Deal, 'photo' | 'category'> }) =>
  photo ? (
    <Photo className={css.thumb} media={photo} alt="" ratio={1} sizes="4rem" />
  ) : (
    <Tile picto={category.picto} hue={category.bgColor} />
  )
