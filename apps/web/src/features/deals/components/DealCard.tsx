import type { Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Picto } from '#web/ui/Picto.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { photoSizes } from '#web/ui/photo-sizes.ts'
import { useDealDistance } from '../deal-distance.ts'
import { isNewDeal, titleOf } from '../deal-facts.ts'
import { Offer } from './Offer.tsx'
import css from './DealCard.module.css'

const DESCRIPTION_LINES = 3

const RATIO = 16 / 9
const TITLE_LINES = 3
const OFFER_LINES = 2
const clampTo = (lines: number) => ({ '--lines': lines }) as CSSProperties

export interface DealCardProps {
  deal: Deal
  community: { customUri: string; loc: Point | null }
  /** Whether the viewer has opened the deal, which is then no longer marked as new. */
  isOpened?: boolean
  /** Whether the viewer has no account in the community; the card then links to the public page. */
  isVisitor?: boolean
  eager?: boolean
  /** Replaces the photo of the deal by a picture that is stored only on this device. */
  picture?: ReactNode
}

export const DealCard = ({
  deal,
  community,
  isOpened = false,
  isVisitor = false,
  eager = false,
  picture,
}: DealCardProps) => {
  const { t, language } = useText()
  const formatDistance = useDealDistance()
  const now = useNow()
  const offer = textIn(language, deal, 'promotion')
  const text = textIn(language, deal, 'description')
  return (
    <div className={css.deal}>
      {picture ||
        (deal.photo ? (
          <Photo media={deal.photo} alt="" ratio={RATIO} sizes={photoSizes.half} eager={eager} />
        ) : (
          deal.category.picto && (
            <span
              className={css.unseen}
              data-tinted=""
              style={{ '--ratio': RATIO, '--hue': `var(--hue-${deal.category.bgColor})` } as CSSProperties}
            >
              <Picto name={deal.category.picto} />
            </span>
          )
        ))}
      <div className={css.body}>
        <h2 dir="auto" className={css.cut} style={clampTo(TITLE_LINES)}>
          {isVisitor ? (
            <Link to="/$c/vie-locale/$ad" params={{ c: deal.cityUri, ad: deal.customUri }}>
              {titleOf(language, deal)}
            </Link>
          ) : (
            <Link to="/$c/annonce" params={{ c: community.customUri }} search={{ id: deal._id }}>
              {titleOf(language, deal)}
            </Link>
          )}
        </h2>
        {offer && <Offer text={offer} lines={OFFER_LINES} />}
        {text && (
          <p dir="auto" className={classNames(css.cut, css.text)} style={clampTo(DESCRIPTION_LINES)}>
            {text}
          </p>
        )}
        <div className={css.foot}>
          {isNewDeal(deal, now) && !isOpened && <Badge kind="new">{t('deals.new')}</Badge>}
          <span>
            {[textIn(language, deal.category, 'name'), formatDistance(deal, community.loc)].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
    </div>
  )
}
