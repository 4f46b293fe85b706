import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { DealBody } from './components/DealBody.tsx'
import { DealDetail } from './components/DealDetail.tsx'
import { ShareButton } from './components/ShareButton.tsx'
import { publicPath } from './deal-facts.ts'
import { dealQuery } from './deals.queries.ts'
import css from './PublicDealView.module.css'

export interface PublicDealViewProps {
  cityUri: string
  adUri: string
}

/** A good deal as its link shows it to anybody. */
export const PublicDealView = ({ cityUri, adUri }: PublicDealViewProps) => {
  const { t, language } = useText()
  const query = useQuery(dealQuery({ cityUri, adUri }))
  return (
    <div className={css.page}>
      <OuterBar home={{ to: '/' }}>
        {query.data && <ShareButton title={textIn(language, query.data, 'title') ?? ''} path={publicPath(query.data)} />}
      </OuterBar>
      <main id="main" className={css.main}>
        <DealBody query={query} elsewhere={<ButtonLink to="/">{t('common.home')}</ButtonLink>}>
          {deal => (
            <DealDetail
              deal={deal}
              after={<section className={css.join}><p>{t('deals.public.text')}</p><ButtonLink to="/" icon="arrow-right">{t('deals.public.join')}</ButtonLink></section>}
            />
          )}
        </DealBody>
      </main>
      <ToastRegion />
    </div>
  )
}
