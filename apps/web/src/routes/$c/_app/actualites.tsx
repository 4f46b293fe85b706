import { createFileRoute, getRouteApi, redirect, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { AroundKept } from '#web/rooms/feed/components/AroundKept.tsx'
import { newsCounter } from '#web/rooms/feed/feed.news.ts'
import { readFeedSearch, rememberedFilter, withoutDefaults } from '#web/rooms/feed/feed.search.ts'
import { FeedView } from '#web/rooms/feed/FeedView.tsx'
import { useBlock } from '../../-blocks/use-block.tsx'
import { narrowed } from '../../-frame/narrowed.ts'
import { useTitle } from '../../-frame/title.ts'
import { CategoryFilter } from '../../-publish/CategoryFilter.tsx'

const app = getRouteApi('/$c/_app')

/** The feed does without it where it cannot be fetched. */
const AroundMe = lazy<ComponentType>(() =>
  import('../../-frame/AsideParts.tsx').then(({ loadAround }) => loadAround()).catch(() => ({ default: () => null })),
)

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { state } = useLocation()
  const { ask, dialog } = useBlock()
  useTitle(t('feed.title'), community.name)
  return (
    <>
      <FeedView
        community={community}
        me={session}
        asked={Route.useSearch()}
        remembered={state.remembered}
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
    // in the feed already, the filter is in the address: the way back clears it too
    if (cause === 'stay') return store('filter', search.filter ?? 'all')
    const filter = rememberedFilter(search, stored('filter'))
    if (filter)
      throw redirect({ to: '/$c/actualites', params, search: { filter }, state: { remembered: true }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // the screen draws its own waiting; what is asked comes with it, and not with the landing
    import('#web/rooms/feed/ahead.ts')
      .then(({ askFeed }) => askFeed(queryClient, session.communityId, deps))
      .catch(() => {})
    return loadTexts('feed', 'post')
  },
  staticData: {
    tab: { key: 'live', position: 1, label: 'session.tab.live', icon: 'newspaper', news: newsCounter },
  },
  component: Screen,
})
