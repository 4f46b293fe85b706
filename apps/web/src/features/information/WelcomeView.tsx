import type { Community } from '@parvis/contract/community.ts'
import type { Welcome } from '@parvis/contract/information.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { informationQuery, pdfQuery } from './information.queries.ts'
import { useFileSizeFormat } from './use-megabytes.ts'
import css from './components/InformationContent.module.css'

/** Imported only in browsers without a PDF viewer, and in native apps. */
const PdfPages = lazy(() => import('./components/PdfPages.tsx').then(({ PdfPages: Pages }) => ({ default: Pages })))

/** URL fragment that makes the PDF viewer of the browser hide its toolbars and fit pages to the width. */
const VIEWER_PARAMS = '#toolbar=0&navpanes=0&view=FitH'

export interface WelcomeViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'name'>
}

/** The welcome PDF for new neighbours. */
export const WelcomeView = ({ community }: WelcomeViewProps) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = viewStateOf(query)
  const back = { to: '/$c/informations', params: { c: community.customUri } } as const
  const welcome = query.data?.welcome
  return (
    <>
      <TopBar title={t('information.welcome')} backTarget={back} />
      <Main>
        {state === 'waiting' && <SkeletonCard photo />}
        {state === 'failed' && <LoadError query={query} title={t('information.welcome.failed')} />}
        {state === 'stale' && !welcome && <LastUpdated query={query} />}
        {query.data && state !== 'failed' && (
          <>
            {!query.data.abilities.readWelcome ? (
              <Card>
                <EmptyState
                  picture="door"
                  title={t('information.welcome.members')}
                  text={t('information.welcome.members.text')}
                  action={
                    <ButtonLink
                      kind="primary"
                      to="/$c/connexion"
                      params={back.params}
                      search={{ register: true, next: `/${community.customUri}/pdf-bienvenue` }}
                    >
                      {t('information.signup')}
                    </ButtonLink>
                  }
                />
              </Card>
            ) : welcome ? (
              <WelcomePdf
                key={welcome.uri}
                welcome={welcome}
                community={community}
                staleNotice={state === 'stale' && <LastUpdated query={query} />}
              />
            ) : (
              <Card>
                <EmptyState
                  picture="board"
                  title={t('information.welcome.none')}
                  text={t('information.welcome.none.text')}
                  action={<ButtonLink {...back}>{t('information.welcome.none.back')}</ButtonLink>}
                />
              </Card>
            )}
          </>
        )}
      </Main>
    </>
  )
}

interface WelcomePdfProps extends WelcomeViewProps {
  welcome: Welcome
  /** Notice about outdated data, shown above a loaded PDF. */
  staleNotice: ReactNode
}

const WelcomePdf = ({ welcome, community, staleNotice }: WelcomePdfProps) => {
  const { t } = useText()
  const formatFileSize = useFileSizeFormat()
  const [progress, setProgress] = useState(0)
  const query = useQuery(pdfQuery(welcome.uri, setProgress))
  const state = viewStateOf(query)
  const title = t('information.welcome.of', { name: community.name })
  const download = (
    <ButtonAnchor icon="file-down" size="s" href={welcome.uri} download={`${community.customUri}.pdf`}>
      {t('information.welcome.download', { size: formatFileSize(welcome.bytes) })}
    </ButtonAnchor>
  )
  return (
    <div className={css.paper}>
      {state === 'waiting' && (
        <Card className={css.waiting}>
          <Progress
            label={t('information.welcome.coming')}
            value={progress}
            valueText={t('information.percent', { percent: Math.round(progress * 100) })}
          />
        </Card>
      )}
      {state === 'failed' && <LoadError query={query} title={t('information.welcome.failed')} />}
      {query.data && state !== 'failed' && (
        <>
          {staleNotice}
          <p className={css.above}>
            <span className={typography.muted}>{title}</span>
            {download}
          </p>
          {/* An iframe cannot send the session token of a native app, so `PdfPages` renders the PDF there. */}
          {navigator.pdfViewerEnabled && !import.meta.env.VITE_SERVER ? (
            <div className={css.frame}>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium draws no PDF in a frame with it */}
              <iframe src={`${welcome.uri}${VIEWER_PARAMS}`} title={title} />
            </div>
          ) : (
            <Suspense fallback={<SlowLoading />}>
              <PdfPages bytes={query.data} title={title} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}
