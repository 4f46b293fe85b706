import type { Community } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { InformationSkeleton } from './components/InformationSkeleton.tsx'
import { InformationContent } from './components/InformationContent.tsx'
import { informationQuery } from './information.queries.ts'
import css from './components/InformationContent.module.css'

/** The information page of a community, for visitors who are not logged in. */
export const VisitedInformationView = ({ community }: { community: Community }) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = viewStateOf(query)
  const params = { c: community.customUri }
  return (
    <div className={css.page}>
      <PublicBar homeTarget={{ to: '/$c', params }}>
        <ButtonLink
          size="s"
          to="/$c/connexion"
          params={params}
          search={{ next: `/${community.customUri}/informations` }}
        >
          {t('community.landing.login')}
        </ButtonLink>
      </PublicBar>
      <main id="main" className={css.main}>
        <h1>{t('information.title')}</h1>
        {state === 'waiting' && <InformationSkeleton />}
        {state === 'failed' && <LoadError query={query} title={t('information.failed')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        {query.data && state !== 'failed' && (
          <InformationContent community={community} information={query.data} canPrintPoster={false} />
        )}
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
