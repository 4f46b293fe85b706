import { createFileRoute, getRouteApi, redirect, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useCount } from '#web/kernel/counter.ts'
import { unsentCounter } from '#web/kernel/outbox/unsent-count.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { AroundKept } from '#web/features/feed/components/AroundKept.tsx'
import { newsCounter } from '#web/features/feed/feed.news.ts'
import { readFeedSearch, rememberedFilter, withoutDefaults } from '#web/features/feed/feed.search.ts'
import { FeedView } from '#web/features/feed/FeedView.tsx'
import { UnsentKept } from '#web/features/outbox/UnsentKept.tsx'
import { useBlock } from '../../-blocks/use-block.tsx'
import { narrowed } from '../../-frame/narrowed.ts'
import type { UnsentProps } from '../../-outbox/Unsent.tsx'
import { useTitle } from '../../-frame/title.ts'
import { CategoryFilter } from '../../-publish/CategoryFilter.tsx'

const app = getRouteApi('/$c/_app')

const parts = () => import('../../-frame/AsideParts.tsx')
const nothing = { default: () => null }
/** Posts load first; the space of what is above them is reserved. */
const idle = () =>
  new Promise<void>(done => {
    whenIdle(done)
  })

/** Optional parts: if they fail to load, the feed shows without them. */
const AroundMe = lazy<ComponentType>(() =>
  idle()
    .then(parts)
    .then(({ loadAround }) => loadAround())
    .catch(() => nothing),
)
const Unsent = lazy<ComponentType<UnsentProps>>(() =>
  parts()
    .then(({ loadUnsent }) => loadUnsent())
    .catch(() => nothing),
)

const unsentKept = <UnsentKept />

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { state } = useLocation()
  const { ask, dialog } = useBlock()
  const hasUnsent = useCount(unsentCounter) > 0
  useTitle(t('feed.title'), community.name)
  return (
    <>
      <FeedView
        community={community}
        me={session}
        asked={Route.useSearch()}
        remembered={state.remembered}
        unsent={
          hasUnsent && (
            <Suspense fallback={unsentKept}>
              <Unsent communityUri={community.customUri} kept={unsentKept} />
            </Suspense>
          )
        }
        around={
          <Suspense fallback={<AroundKept />}>
            <AroundMe />
          </Suspense>
        }
        categoryFilter={(filter, onFilter) => (
          <CategoryFilter communityId={community._id} filter={filter} onFilter={onFilter} />
        )}
        onAsk={change =>
          void navigate({ search: before => withoutDefaults({ ...before, ...change }), ...narrowed(state) })
        }
        onBlock={ask}
      />
      {dialog}
    </>
  )
}

export const Route = createFileRoute('/$c/_app/actualites')({
  validateSearch: readFeedSearch,
  beforeLoad: ({ search, params, cause }) => {
    // Inside the feed the filter is in the address, so that going back clears it too.
    if (cause === 'stay') return store('filter', search.filter ?? 'all')
    const filter = rememberedFilter(search, stored('filter'))
    if (filter)
      throw redirect({ to: '/$c/actualites', params, search: { filter }, state: { remembered: true }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // The screen renders its own skeleton. Prefetching is imported on demand, so that it stays out of the landing
    // page's bundle.
    import('#web/features/feed/ahead.ts')
      .then(({ askFeed }) => askFeed(queryClient, session.communityId, deps))
      .catch(() => {})
    return loadTexts('feed', 'post')
  },
  staticData: {
    tab: { key: 'live', position: 1, label: 'session.tab.live', icon: 'newspaper', news: newsCounter },
  },
  component: Screen,
})
