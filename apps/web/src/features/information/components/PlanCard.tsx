import type { Media } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import css from './PlanCard.module.css'

const RATIO = 8 / 5

/** The site plan of the community; a tap opens the enlarged plan. */
export const PlanCard = ({ plan }: { plan: Media }) => {
  const { t, language } = useText()
  return (
    <Card as="section" aria-labelledby="plan" className={css.card}>
      <Link to="/zoom-image" search={{ uri: plan.uri }} className={css.plan}>
        <Photo media={plan} alt={textIn(language, plan, 'alt') ?? ''} ratio={RATIO} />
        <span className={css.words}>
          <span>
            <h2 id="plan">{t('information.plan')}</h2>
            <small>{t('information.plan.zoom')}</small>
          </span>
          <Icon name="maximize-2" size="s" />
        </span>
      </Link>
    </Card>
  )
}
