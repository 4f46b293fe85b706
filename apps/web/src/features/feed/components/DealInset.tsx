import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import css from './DealInset.module.css'

/** Card of the deal to which an activity invites neighbours. */
export const DealInset = ({ deal, communityUri }: { deal: NonNullable<FeedPost['deal']>; communityUri: string }) => {
  const { language } = useText()
  const offer = textIn(language, deal, 'promotion')
  return (
    <Link className={css.inset} to="/$c/annonce" params={{ c: communityUri }} search={{ id: deal._id }}>
      {deal.photoUri && <Thumb uri={deal.photoUri} />}
      <div>
        <b dir="auto">{textIn(language, deal, 'title')}</b>
        {offer && <small dir="auto">{offer}</small>}
      </div>
      <Icon name="chevron-right" />
    </Link>
  )
}
