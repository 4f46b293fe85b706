import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useObservable } from '#web/kernel/observable.ts'
import { unsentCounter } from '#web/kernel/outbox/unsent-count.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { AroundPlaceholder } from '#web/features/feed/components/AroundPlaceholder.tsx'
import { newPostsCounter } from '#web/features/feed/feed.new-posts.ts'
import { readFeedSearch, rememberedFilter, withoutDefaults } from '#web/features/feed/feed.search.ts'
import { FeedView } from '#web/features/feed/FeedView.tsx'
import { UnsentPlaceholder } from '#web/features/outbox/UnsentPlaceholder.tsx'
import { useBlock } from '#web/app/blocks/use-block.tsx'
import { narrowed } from '#web/app/frame/filter-history.ts'
import type { UnsentItemsProps } from '#web/app/outbox/UnsentItems.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { CategoryFilter } from '#web/app/publish/CategoryFilter.tsx'

const loadAsideParts = () => import('#web/app/frame/AsideParts.tsx')
const emptyModule = { default: () => null }
/** Resolves when the browser is idle: the section above the posts loads then, and a placeholder reserves its space. */
const waitForIdle = () =>
  new Promise<void>(done => {
    whenIdle(done)
  })

/** Optional sections: if one fails to load, the feed is shown without it. */
const AroundMe = lazy<ComponentType>(() =>
  waitForIdle()
    .then(loadAsideParts)
    .then(({ loadAroundMe }) => loadAroundMe())
    .catch(() => emptyModule),
)
const Unsent = lazy<ComponentType<UnsentItemsProps>>(() =>
  loadAsideParts()
    .then(({ loadUnsentItems }) => loadUnsentItems())
    .catch(() => emptyModule),
)

const unsentPlaceholder = <UnsentPlaceholder />

const Screen = () => {
  const { community, session } = useMember()
  const navigate = Route.useNavigate()
  const { state } = useLocation()
  const { askToBlock, dialog } = useBlock()
  const hasUnsent = useObservable(unsentCounter) > 0
  useTextTitle('feed.title', community)
  return (
    <>
      <FeedView
        community={community}
        me={session}
        criteria={Route.useSearch()}
        isFilterRemembered={state.remembered}
        unsentItems={
          hasUnsent && (
            <Suspense fallback={unsentPlaceholder}>
              <Unsent communityUri={community.customUri} placeholder={unsentPlaceholder} />
            </Suspense>
          )
        }
        eventsAround={
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
        onBlock={askToBlock}
      />
      {dialog}
    </>
  )
}

export const Route = createFileRoute('/$c/_app/actualites')({
  validateSearch: readFeedSearch,
  beforeLoad: ({ search, params, cause }) => {
    // The member is in the feed and has changed the filter: it is stored, and the next visit restores it.
    if (cause === 'stay') return store('filter', search.filter ?? 'all')
    const filter = rememberedFilter(search, stored('filter'))
    if (filter)
      throw redirect({ to: '/$c/actualites', params, search: { filter }, state: { remembered: true }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // Not awaited: the screen renders its own skeleton. A dynamic import, to stay out of the landing page's bundle.
    import('#web/features/feed/feed.queries.ts')
      .then(({ feedQuery }) => queryClient.infiniteQuery(feedQuery(session.communityId, deps)))
      .catch(() => {})
    return loadTexts('feed')
  },
  staticData: {
    tab: { key: 'live', position: 1, label: 'session.tab.live', icon: 'newspaper', newItemsCounter: newPostsCounter },
  },
  component: Screen,
})
