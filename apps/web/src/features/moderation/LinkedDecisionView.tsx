import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/kernel/http/api.ts'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/Skeleton.tsx'
import { DecisionCard } from './components/DecisionCard.tsx'
import typography from '#web/ui/typography.module.css'
import { linkedDecisionsQuery } from './moderation.queries.ts'
import css from './LinkedDecisionView.module.css'

const isExpiredLink = (error: unknown) =>
  error instanceof ApiError && (error.key === 'tokenexpired' || error.key === 'badrequest')

/**
 * The page that a mailed link opens for a member without a session: the decision of the mail, earlier decisions, and
 * how to appeal against each.
 */
export const LinkedDecisionView = ({ token }: { token: string }) => {
  const { t } = useText()
  const query = useQuery({ ...linkedDecisionsQuery(token), enabled: token !== '' })
  const [decision, ...others] = query.data ?? []
  const { data: installation } = useQuery(installationQuery())
  const contact = installation?.contactEmail
  const isExpired = token === '' || isExpiredLink(query.error)
  if (!decision && !isExpired && !query.error)
    return (
      <div className={css.screen}>
        <PublicBar homeTarget={{ to: '/' }} />
        <main id="main" tabIndex={-1} className={css.main}>
          <SlowLoading>
            <Skeleton shape="title" width={64} />
            <SkeletonCard photo={false} />
          </SlowLoading>
        </main>
      </div>
    )
  if (!decision)
    return (
      <BareScreen bar={<PublicBar homeTarget={{ to: '/' }} />}>
        {isExpired ? (
          <EmptyState
            picture="door"
            level={1}
            title={t('rules.link.over')}
            text={t('rules.link.over.text')}
            action={
              <ButtonLink kind="primary" to="/">
                {t('rules.link.home')}
              </ButtonLink>
            }
          />
        ) : (
          <LoadError query={query} title={t('rules.link.failed')} />
        )}
      </BareScreen>
    )
  return (
    <div className={css.screen}>
      <PublicBar homeTarget={{ to: '/' }} />
      <main id="main" tabIndex={-1} className={css.main}>
        <h1>{t('rules.link.title')}</h1>
        <p>{t('rules.link.lead', { name: decision.community.name })}</p>
        <DecisionCard decision={decision} token={token} headingLevel={2} isProminent={others.length === 0} />
        {others.length > 0 && (
          <>
            <h2>{t('rules.link.others')}</h2>
            {others.map(one => (
              <DecisionCard key={one._id} decision={one} token={token} />
            ))}
          </>
        )}
        {contact && (
          <p>
            {t('rules.link.data')}{' '}
            <a className={typography.link} href={`mailto:${contact}`}>
              {contact}
            </a>
          </p>
        )}
      </main>
      <ToastRegion />
    </div>
  )
}
