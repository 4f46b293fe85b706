import type { CSSProperties } from 'react'
import { Picto } from './Picto.tsx'
import css from './Tile.module.css'

export interface TileProps {
  picto: string
  /** The hue of the category (`--hue-*`). */
  hue: string
  size?: 's' | 'm' | 'l'
}

export const Tile = ({ picto, hue, size = 'm' }: TileProps) => (
  <span className={css.tile} data-tinted data-size={size} style={{ '--hue': `var(--hue-${hue})` } as CSSProperties}>
    <Picto name={picto} />
  </span>
)
