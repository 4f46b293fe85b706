import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Picto } from '#web/ui/Picto.tsx'
import { titleOf } from '../deal-facts.ts'
import type { PlacedDeal } from '../deals-on-map.ts'
import css from './DealLine.module.css'

const RATIO = 11 / 9

export interface DealLineProps {
  deal: PlacedDeal
  communityUri: string
  /** Distance as text. */
  distance: string | null
  /** Whether the deal is selected on the map. */
  isSelected: boolean
  onShowOnMap: (deal: PlacedDeal) => void
}

/** A deal in the list beside the map: a tap shows the deal on the map, and the arrow opens the page of the deal. */
export const DealLine = memo(({ deal, communityUri: c, distance, isSelected, onShowOnMap }: DealLineProps) => {
  const { t, language } = useText()
  const title = titleOf(language, deal)
  const offer = textIn(language, deal, 'promotion')
  const category = textIn(language, deal.category, 'name')
  return (
    <div className={css.line} data-current={isSelected || undefined} data-id={deal._id}>
      <button type="button" className={css.point} aria-pressed={isSelected} onClick={() => onShowOnMap(deal)}>
        <span className={css.face} aria-hidden="true">
          {deal.photo ? (
            <Photo media={deal.photo} alt="" ratio={RATIO} sizes="5.5rem" />
          ) : (
            <Picto name={deal.category.picto} />
          )}
        </span>
        <span className={css.words}>
          <b dir="auto">{title}</b>
          {offer && (
            <span dir="auto" className={css.offer}>
              {offer}
            </span>
          )}
          <small>{[distance, !offer && category].filter(Boolean).join(' · ')}</small>
        </span>
      </button>
      <Link
        className={css.go}
        to="/$c/annonce"
        params={{ c }}
        search={{ id: deal._id }}
        aria-label={t('dealsmap.open', { name: title })}
      >
        <Icon name="chevron-right" size="s" />
      </Link>
    </div>
  )
})
