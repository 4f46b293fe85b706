import type { Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { DEAL_DESCRIPTION_LINES } from '@parvis/contract/limits.ts'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useNow } from '#web/kernel/clock.ts'
import { useFormat } from '#web/kernel/format.ts'
import { useText } from '#web/kernel/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { photoSizes } from '#web/ui/photo-sizes.ts'
import { distanceOf, isNew } from '../deal-facts.ts'
import { Offer } from './Offer.tsx'
import css from './DealCard.module.css'

const RATIO = 16 / 9

export interface DealCardProps {
  deal: Deal
  community: { customUri: string; loc: Point | null }
  eager?: boolean
}

export const DealCard = ({ deal, community, eager = false }: DealCardProps) => {
  const { t, language } = useText()
  const { distance } = useFormat()
  const now = useNow()
  const offer = textIn(language, deal, 'promotion')
  const text = textIn(language, deal, 'description')
  const far = distanceOf(deal, community.loc)
  return (
    <div className={css.deal}>
      {deal.photo && <Photo media={deal.photo} alt="" ratio={RATIO} sizes={photoSizes.half} eager={eager} />}
      <div className={css.body}>
        <h2><Link to="/$c/annonce" params={{ c: community.customUri }} search={{ id: deal._id }}>{textIn(language, deal, 'title')}</Link></h2>
        {offer && <Offer text={offer} />}
        {text && <p className={css.text} style={{ '--lines': DEAL_DESCRIPTION_LINES } as CSSProperties}>{text}</p>}
        <div className={css.foot}>
          {isNew(deal, now) && <Badge kind="new">{t('deals.new')}</Badge>}
          <span>{[textIn(language, deal.category, 'name'), far !== null && distance(far)].filter(Boolean).join(' · ')}</span>
        </div>
      </div>
    </div>
  )
}
