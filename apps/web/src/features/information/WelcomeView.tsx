import type { Community } from '@parvis/contract/community.ts'
import type { Welcome } from '@parvis/contract/information.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import typography from '#web/ui/typography.module.css'
import { informationQuery, paperQuery } from './information.queries.ts'
import { useMegabytes } from './use-megabytes.ts'
import { usePaperProgress } from './paper-progress.ts'
import css from './components/Told.module.css'

/** Loaded only where the browser has no PDF viewer. */
const PdfPages = lazy(() => import('./components/PdfPages.tsx').then(({ PdfPages: Pages }) => ({ default: Pages })))

/** Open parameters for the browser's PDF viewer: fit to width, no toolbars. */
const VIEWER = '#toolbar=0&navpanes=0&view=FitH'

export interface WelcomeViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'name'>
}

/** The welcome PDF for new neighbours. */
export const WelcomeView = ({ community }: WelcomeViewProps) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = stateOf(query)
  const back = { to: '/$c/informations', params: { c: community.customUri } } as const
  const welcome = query.data?.welcome
  return (
    <>
      <TopBar title={t('information.welcome')} back={back} />
      <Main>
        {state === 'waiting' && <SkeletonCard photo />}
        {state === 'failed' && <Failed query={query} title={t('information.welcome.failed')} />}
        {state === 'stale' && !welcome && <LastSeen query={query} />}
        {query.data && state !== 'failed' && (
          <>
            {!query.data.abilities.readWelcome ? (
              <Card>
                <Empty
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
              <Paper
                key={welcome.uri}
                welcome={welcome}
                community={community}
                lastSeen={state === 'stale' && <LastSeen query={query} />}
              />
            ) : (
              <Card>
                <Empty
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

interface PaperProps extends WelcomeViewProps {
  welcome: Welcome
  /** Shown above a PDF that has been loaded. */
  lastSeen: ReactNode
}

const Paper = ({ welcome, community, lastSeen }: PaperProps) => {
  const { t } = useText()
  const megabytes = useMegabytes()
  const query = useQuery(paperQuery(welcome.uri))
  const state = stateOf(query)
  const done = usePaperProgress(welcome.uri)
  const title = t('information.welcome.of', { name: community.name })
  const download = (
    <ButtonAnchor icon="file-down" size="s" href={welcome.uri} download={`${community.customUri}.pdf`}>
      {t('information.welcome.download', { size: megabytes(welcome.bytes) })}
    </ButtonAnchor>
  )
  return (
    <div className={css.paper}>
      {state === 'waiting' && (
        <Card className={css.waiting}>
          <Progress
            label={t('information.welcome.coming')}
            value={done}
            figure={t('information.percent', { percent: Math.round(done * 100) })}
          />
        </Card>
      )}
      {state === 'failed' && <Failed query={query} title={t('information.welcome.failed')} />}
      {query.data && state !== 'failed' && (
        <>
          {lastSeen}
          <p className={css.above}>
            <span className={typography.muted}>{title}</span>
            {download}
          </p>
          {/* A frame cannot send the token of a native app. */}
          {navigator.pdfViewerEnabled && !import.meta.env.VITE_SERVER ? (
            <div className={css.frame}>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium draws no PDF in a frame with it */}
              <iframe src={`${welcome.uri}${VIEWER}`} title={title} />
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
