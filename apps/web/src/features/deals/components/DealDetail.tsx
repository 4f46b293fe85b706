import type { Deal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { ReactNode } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useDirections } from '#web/ui/use-directions.tsx'
import { formatPostalAddress, telephoneHref } from '#web/kernel/share/contact-links.ts'
import { isNewDeal, titleOf } from '../deal-facts.ts'
import { DealActivity } from './DealActivity.tsx'
import { DealFacts } from './DealFacts.tsx'
import { DealPlace } from './DealPlace.tsx'
import { Offer } from './Offer.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { ZoomablePhoto } from '#web/ui/ZoomablePhoto.tsx'
import css from './DealDetail.module.css'

export interface DealDetailProps {
  deal: Deal
  /** Distance as text; absent for viewers outside the community. */
  distance?: string | null
  /** Whether the viewer has opened the deal before, so that it is not marked as new. */
  isOpened?: boolean
  /** `customUri` of the viewer’s community, if they are a member. */
  communityUri?: string
  /** Called when the viewer opens the route in another app. */
  onRoute?: () => void
  /** Content below the deal, such as links for visitors. */
  footer?: ReactNode
}

/** Content of the page of a deal, for members and for the public. */
export const DealDetail = ({ deal, distance, isOpened = false, communityUri, onRoute, footer }: DealDetailProps) => {
  const { t, language } = useText()
  const now = useNow()
  const { openDirections, dialog } = useDirections()
  const title = titleOf(language, deal)
  const offer = textIn(language, deal, 'promotion')
  const text = textIn(language, deal, 'description')
  const category = textIn(language, deal.category, 'name')
  const { loc } = deal
  const startRoute =
    loc && (() => openDirections({ name: title, address: formatPostalAddress(deal), loc, onRouteStart: onRoute }))
  return (
    <>
      <article className={css.detail}>
        <Card>
          {deal.photo && (
            <ZoomablePhoto
              photo={deal.photo}
              zoomLabel={t('deals.photo.zoom')}
              eager
              className={css.zoom}
              photoClassName={css.hero}
            />
          )}
          <div className={css.block}>
            <div className={css.badges}>
              {category && <Badge>{category}</Badge>}
              {isNewDeal(deal, now) && !isOpened && <Badge kind="new">{t('deals.new')}</Badge>}
              {distance && <span>{distance}</span>}
            </div>
            <h1 dir="auto">{title}</h1>
            {offer && <Offer text={offer} size="l" />}
            {text && (
              <p className={css.text} dir="auto">
                <LinkedText text={text} />
              </p>
            )}
            <DealFacts deal={deal} />
            {startRoute && deal.mapPhoto && (
              <DealPlace name={title} photo={deal.mapPhoto} picto={deal.category.picto} onRoute={startRoute} />
            )}
            <DealActivity deal={deal} communityUri={communityUri} />
          </div>
        </Card>
        {footer}
      </article>
      {(deal.phone || startRoute) && (
        <ActionBar>
          {deal.phone && (
            <ButtonAnchor icon="phone" href={telephoneHref(deal.phone)}>
              {t('deals.call')}
            </ButtonAnchor>
          )}
          {startRoute && (
            <Button kind="primary" icon="navigation" onClick={startRoute}>
              {t('deals.route')}
            </Button>
          )}
        </ActionBar>
      )}
      {dialog}
    </>
  )
}
