import type { Community } from '@parvis/contract/community.ts'
import { displayName, type Author } from '@parvis/contract/entity.ts'
import type { FeedFilter } from '@parvis/contract/feed-filter.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useOnline } from '#web/kernel/device/online.ts'
import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFrame } from '#web/ui/frame-context.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { Main, ScreenHeader } from '#web/ui/Main.tsx'
import { useRestoredFilterToast } from '#web/ui/use-restored-filter-toast.ts'
import { ScrollTop } from '#web/ui/ScrollTop.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { Composer } from './components/Composer.tsx'
import { FeedEmpty } from './components/FeedEmpty.tsx'
import { FeedFilters, filterNameOf } from './components/FeedFilters.tsx'
import { FeedList } from './components/FeedList.tsx'
import { FeedSearchBox } from './components/FeedSearchBox.tsx'
import { FeedSkeleton } from './components/FeedSkeleton.tsx'
import { PinnedPosts } from './components/PinnedPosts.tsx'
import type { PostActions, Viewer } from './components/post-actions.ts'
import type { FeedSearch } from './feed.search.ts'
import { useStableList } from './feed.stable-list.ts'
import { isUnfiltered } from './list-id.ts'
import { useFeed } from './use-feed-list.ts'
import { usePostActions } from './use-post-actions.tsx'
import css from './FeedView.module.css'

export interface FeedViewProps {
  community: Pick<
    Community,
    | '_id'
    | 'name'
    | 'logoUri'
    | 'customUri'
    | 'timezone'
    | 'communitytype'
    | 'gooddeal'
    | 'weather'
    | 'hasOrganizationChannel'
  >
  me: Author & Viewer
  criteria: FeedSearch
  /** Whether the filter was chosen on an earlier visit. */
  isFilterRemembered?: boolean
  onCriteriaChange: (change: FeedSearch) => void
  /** Unsent answers and posts, shown above the feed whatever the filter. */
  unsentItems?: ReactNode
  /** Events around the viewer, shown above the unfiltered feed. */
  eventsAround?: ReactNode
  /** Renders the filter by template category. */
  categoryFilter?: (filter: FeedFilter, onFilter: (filter: FeedFilter) => void) => ReactNode
  /** Opens the dialog that blocks the author of a post. */
  onBlock?: PostActions['onBlock']
}

/** Without an organisation channel all posts come from the community, so `community` equals `all`. */
const effectiveFilterOf = ({ filter = 'all' }: FeedSearch, { hasOrganizationChannel }: FeedViewProps['community']) =>
  filter === 'community' && !hasOrganizationChannel ? 'all' : filter

/** Tells the viewer which filter of an earlier visit is applied, and offers to remove it. */
const useRememberedFilterToast = (
  filter: FeedFilter,
  { communitytype }: FeedViewProps['community'],
  onCriteriaChange: FeedViewProps['onCriteriaChange'],
) => {
  const { t } = useText()
  const filterName = filterNameOf(t, communitytype, filter)
  const text = filterName ? t('feed.filter.remembered', { filter: filterName }) : t('feed.filter.remembered.other')
  useRestoredFilterToast(filter === 'all' ? null : text, () => onCriteriaChange({ filter: 'all' }))
}

export const FeedView = ({
  community,
  me,
  criteria,
  isFilterRemembered = false,
  onCriteriaChange,
  unsentItems,
  eventsAround,
  categoryFilter,
  onBlock,
}: FeedViewProps) => {
  const { t } = useText()
  const [searching, setSearching] = useState(Boolean(criteria.search))
  const { feed, isLoaded, top, list, ids: loaded, pinned } = useFeed(community._id, criteria)
  const listKey = JSON.stringify(list)
  // When the refresh of the first page failed, the whole feed counts as stale.
  const query =
    isLoaded && top.error !== null
      ? { ...top, data: feed.data, dataUpdatedAt: feed.dataUpdatedAt, isPlaceholderData: false }
      : feed
  const state = viewStateOf(query)
  const offline = !useOnline() || isOffline(query)
  const { ids, newCount, insertedCount, newestShownId, onShow } = useStableList(
    feed.isPlaceholderData ? '' : listKey,
    loaded,
  )
  const { actions, dialog } = usePostActions(me, community.customUri, undefined, onBlock)
  // Search results follow the search box directly, without the composer between them.
  const hasComposer = useFrame().action !== undefined && !criteria.search
  const filter = effectiveFilterOf(criteria, community)
  useRememberedFilterToast(isFilterRemembered ? filter : 'all', community, onCriteriaChange)
  const search = {
    value: criteria.search ?? '',
    onSearch: (value: string) => onCriteriaChange({ search: value || undefined }),
  }

  return (
    <>
      <TopBar
        endContent={
          <IconButton
            icon={searching ? 'x' : 'search'}
            label={t(searching ? 'feed.search.close' : 'feed.search.open')}
            aria-expanded={searching}
            onClick={() => {
              setSearching(!searching)
              if (searching && criteria.search) onCriteriaChange({ search: undefined })
            }}
          />
        }
      />
      <Main>
        <ScreenHeader title={t('feed.title')}>
          <FeedSearchBox {...search} />
        </ScreenHeader>
        {searching && (
          <div className={css.phoneSearch}>
            <FeedSearchBox {...search} autoFocus={!criteria.search} />
          </div>
        )}
        {unsentItems}
        {isUnfiltered(list) && eventsAround}
        {hasComposer && <Composer me={{ name: displayName(me), photoUri: me.photoUri }} />}
        <FeedFilters
          community={community}
          filter={filter}
          showsMine={me.abilities.answer}
          onFilter={filter => onCriteriaChange({ filter })}
          categoryFilter={categoryFilter?.(filter, one => onCriteriaChange({ filter: one }))}
        />
        {/* Always rendered: a live region must exist before its text changes. */}
        <p className={typography.hidden} role="status">
          {criteria.search &&
            !feed.isFetching &&
            t(feed.hasNextPage ? 'feed.search.foundmore' : 'feed.search.found', { count: loaded.length })}
        </p>
        {state === 'waiting' && <FeedSkeleton />}
        {state === 'failed' ? (
          <LoadError query={feed} title={t('feed.failed.title')} />
        ) : (
          <>
            {state === 'stale' && <LastUpdated query={query} />}
            <NewItemsPill
              label={newCount > 0 ? t('feed.news', { count: newCount }) : null}
              announcement={
                insertedCount > 0 && <span key={newestShownId}>{t('feed.news.here', { count: insertedCount })}</span>
              }
              onShow={onShow}
            />
            {pinned.length > 0 && <PinnedPosts ids={pinned} communityUri={community.customUri} />}
            {feed.data &&
              (ids.length === 0 && pinned.length === 0 ? (
                <FeedEmpty
                  criteria={{ ...criteria, filter }}
                  onCriteriaChange={onCriteriaChange}
                  onRefetch={() => void feed.refetch()}
                />
              ) : (
                <FeedList
                  listKey={listKey}
                  ids={ids}
                  community={community}
                  actions={actions}
                  dimmed={feed.isPlaceholderData}
                  isOffline={offline}
                  hasMore={feed.hasNextPage}
                  isLoadingMore={feed.isFetchingNextPage}
                  hasLoadMoreFailed={feed.isFetchNextPageError}
                  onLoadMore={() => void feed.fetchNextPage()}
                />
              ))}
          </>
        )}
      </Main>
      {dialog}
      <ScrollTop />
    </>
  )
}
