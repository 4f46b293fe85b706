import type { CSSProperties } from 'react'
import css from './Offer.module.css'

export interface OfferProps {
  text: string
  size?: 's' | 'l'
  /** Maximum number of lines; unlimited when absent. */
  lines?: number
}

export const Offer = ({ text, size = 's', lines }: OfferProps) => (
  <span className={css.offer} data-size={size}>
    <span className={css.text} dir="auto" style={{ '--lines': lines ?? 'none' } as CSSProperties}>
      {text}
    </span>
  </span>
)
