import type { Poster } from '@parvis/contract/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { posterQuery } from './admin.queries.ts'
import { PosterPage } from './components/PosterPage.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import css from './PosterView.module.css'
import type { DeskCommunity } from './desk-community.ts'

export interface PosterViewProps {
  community: DeskCommunity & { address: string | null; city: string | null }
  back: Target
}

/** Preview of the poster that invites neighbours; the preview is the page that is printed. */
export const PosterView = ({ community, back }: PosterViewProps) => {
  const { t } = useText()
  const query = useQuery(posterQuery(community._id))
  const state = viewStateOf(query)
  return (
    <>
      <TopBar title={t('admin.poster.title')} backTarget={back} />
      <Main>
        {state === 'waiting' && <SkeletonCard photo />}
        {state === 'failed' && <LoadError query={query} title={t('admin.poster.failed')} />}
        {query.data && <PosterPreview community={community} poster={query.data} />}
      </Main>
    </>
  )
}

const PosterPreview = ({ community, poster }: Pick<PosterViewProps, 'community'> & { poster: Poster }) => {
  const { t } = useText()
  const [showsKey, setShowsKey] = useState(true)
  const [isBlack, setIsBlack] = useState(false)
  const page = (
    <PosterPage
      community={community}
      poster={poster}
      writtenKey={showsKey ? poster.key : null}
      ink={isBlack ? 'black' : 'colour'}
    />
  )
  return (
    <div className={css.container}>
      <div className={css.side}>
        <p className={typography.muted}>
          {t(poster.key ? 'admin.poster.lead.key' : 'admin.poster.lead', { name: community.name })}
        </p>
        <Button kind="primary" icon="printer" wide onClick={() => window.print()}>
          {t('admin.poster.print')}
        </Button>
        <div className={css.choices}>
          {poster.key && (
            <Switch
              label={t('admin.poster.key')}
              detail={t('admin.poster.key.why')}
              checked={showsKey}
              onChange={setShowsKey}
            />
          )}
          <Switch
            label={t('admin.poster.black')}
            detail={t('admin.poster.black.why')}
            checked={isBlack}
            onChange={setIsBlack}
          />
        </div>
        <p className={typography.meta}>{t('admin.poster.page')}</p>
      </div>
      <div className={css.preview}>{page}</div>
      {createPortal(<div className={css.print}>{page}</div>, document.body)}
    </div>
  )
}
