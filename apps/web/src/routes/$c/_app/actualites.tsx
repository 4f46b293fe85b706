import { createFileRoute, getRouteApi, redirect, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useCount } from '#web/kernel/counter.ts'
import { unsentCounter } from '#web/kernel/outbox/unsent-count.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { AroundPlaceholder } from '#web/features/feed/components/AroundPlaceholder.tsx'
import { newPostsCounter } from '#web/features/feed/feed.new-posts.ts'
import { readFeedSearch, rememberedFilter, withoutDefaults } from '#web/features/feed/feed.search.ts'
import { FeedView } from '#web/features/feed/FeedView.tsx'
import { UnsentPlaceholder } from '#web/features/outbox/UnsentPlaceholder.tsx'
import { useBlock } from '../../-blocks/use-block.tsx'
import { narrowed } from '../../-frame/filter-history.ts'
import type { UnsentItemsProps } from '../../-outbox/UnsentItems.tsx'
import { useTitle } from '../../-frame/title.ts'
import { CategoryFilter } from '../../-publish/CategoryFilter.tsx'

const app = getRouteApi('/$c/_app')

const loadAsideParts = () => import('../../-frame/AsideParts.tsx')
const emptyModule = { default: () => null }
/** Delays the sections above the posts until the posts have loaded; placeholders reserve their space. */
const waitForIdle = () =>
  new Promise<void>(done => {
    whenIdle(done)
  })

/** Optional sections: if one fails to load, the feed is shown without it. */
const AroundMe = lazy<ComponentType>(() =>
  waitForIdle()
    .then(loadAsideParts)
    .then(({ loadAround }) => loadAround())
    .catch(() => emptyModule),
)
const Unsent = lazy<ComponentType<UnsentItemsProps>>(() =>
  loadAsideParts()
    .then(({ loadUnsent }) => loadUnsent())
    .catch(() => emptyModule),
)

const unsentPlaceholder = <UnsentPlaceholder />

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
        criteria={Route.useSearch()}
        remembered={state.remembered}
        unsent={
          hasUnsent && (
            <Suspense fallback={unsentPlaceholder}>
              <Unsent communityUri={community.customUri} placeholder={unsentPlaceholder} />
            </Suspense>
          )
        }
        around={
          <Suspense fallback={<AroundPlaceholder />}>
            <AroundMe />
          </Suspense>
        }
        categoryFilter={(filter, onFilter) => (
          <CategoryFilter communityId={community._id} filter={filter} onFilter={onFilter} />
        )}
        onCriteriaChange={change =>
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
    // A filter chosen in the feed is in the URL, so that going back also undoes it.
    if (cause === 'stay') return store('filter', search.filter ?? 'all')
    const filter = rememberedFilter(search, stored('filter'))
    if (filter)
      throw redirect({ to: '/$c/actualites', params, search: { filter }, state: { remembered: true }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // Not awaited: the screen renders its own skeleton. A dynamic import, to stay out of the landing page's bundle.
    import('#web/features/feed/prefetch-feed.ts')
      .then(({ prefetchFeed }) => prefetchFeed(queryClient, session.communityId, deps))
      .catch(() => {})
    return loadTexts('feed', 'post')
  },
  staticData: {
    tab: { key: 'live', position: 1, label: 'session.tab.live', icon: 'newspaper', news: newPostsCounter },
  },
  component: Screen,
})
