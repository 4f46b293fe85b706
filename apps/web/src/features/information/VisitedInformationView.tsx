import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { InformationWaiting } from './components/InformationWaiting.tsx'
import { Told } from './components/Told.tsx'
import { informationQuery } from './information.queries.ts'
import css from './components/Told.module.css'

/** The information page of a community, for visitors who are not logged in. */
export const VisitedInformationView = ({ community }: { community: Community }) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = stateOf(query)
  const params = { c: community.customUri }
  return (
    <div className={css.page}>
      <OuterBar home={{ to: '/$c', params }}>
        <ButtonLink
          size="s"
          to="/$c/connexion"
          params={params}
          search={{ next: `/${community.customUri}/informations` }}
        >
          {t('community.landing.login')}
        </ButtonLink>
      </OuterBar>
      <main id="main" className={css.main}>
        <h1>{t('information.title')}</h1>
        {state === 'waiting' && <InformationWaiting />}
        {state === 'failed' && <Failed query={query} title={t('information.failed')} />}
        {state === 'stale' && <LastSeen query={query} />}
        {query.data && state !== 'failed' && <Told community={community} told={query.data} printsPoster={false} />}
        <section className={css.join}>
          <p>{t('information.visit')}</p>
          <ButtonLink
            kind="primary"
            icon="arrow-right"
            to="/$c"
            params={params}
            search={{ next: `/${community.customUri}/informations` }}
          >
            {t('information.visit.go', { name: community.name })}
          </ButtonLink>
        </section>
      </main>
    </div>
  )
}
