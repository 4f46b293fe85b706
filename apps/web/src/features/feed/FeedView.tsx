import type { Community } from '@parvis/contract/community.ts'
import { displayName, type Author } from '@parvis/contract/entity.ts'
import type { FeedFilter } from '@parvis/contract/feed-filter.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useOnline } from '#web/kernel/device/online.ts'
import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { useFrame } from '#web/ui/frame-context.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Main, ScreenHead } from '#web/ui/Main.tsx'
import { useRememberedNote } from '#web/ui/remembered-note.ts'
import { ScrollTop } from '#web/ui/ScrollTop.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { Composer } from './components/Composer.tsx'
import { FeedEmpty } from './components/FeedEmpty.tsx'
import { FeedFilters, nameOfFilter } from './components/FeedFilters.tsx'
import { FeedFound } from './components/FeedFound.tsx'
import { FeedList } from './components/FeedList.tsx'
import { FeedSearchBox } from './components/FeedSearchBox.tsx'
import { FeedWaiting } from './components/FeedWaiting.tsx'
import { NewPosts } from './components/NewPosts.tsx'
import { PinnedPosts } from './components/PinnedPosts.tsx'
import type { PostActs, Reader } from './components/post-acts.ts'
import { feedKeys, feedQuery, listOf } from './feed.queries.ts'
import { topQuery } from './feed.top.ts'
import type { FeedSearch } from './feed.search.ts'
import { useShown } from './feed.shown.ts'
import { useFeedList } from './use-feed-list.ts'
import { usePostActs } from './use-post-acts.tsx'
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
  me: Author & Reader
  asked: FeedSearch
  /** Whether the filter was chosen at an earlier visit. */
  remembered?: boolean
  onAsk: (change: FeedSearch) => void
  /** Answers and posts that are not sent yet, shown above the feed whatever the filter. */
  unsent?: ReactNode
  /** Shown above the whole, unfiltered feed. */
  around?: ReactNode
  /** Narrows the feed to a category of templates. */
  categoryFilter?: (filter: FeedFilter, onFilter: (filter: FeedFilter) => void) => ReactNode
  /** Opens the dialog that blocks the author of a post. */
  onBlock?: PostActs['onBlock']
}

export const FeedView = (props: FeedViewProps) => {
  const { community, me, asked, remembered = false, onAsk, unsent, around, categoryFilter, onBlock } = props
  const { t } = useText()
  const [searching, setSearching] = useState(Boolean(asked.search))
  const feed = useInfiniteQuery(feedQuery(community._id, asked))
  const queryClient = useQueryClient()
  const isThere = feed.isSuccess && !feed.isPlaceholderData
  const top = useQuery({ ...topQuery(community._id, asked, queryClient), enabled: isThere })
  // A failed refresh of the first page makes the feed as stale as a failed fetch.
  const query =
    isThere && top.error !== null
      ? { ...top, data: feed.data, dataUpdatedAt: feed.dataUpdatedAt, isPlaceholderData: false }
      : feed
  const isWhole = (asked.filter ?? 'all') === 'all' && !asked.search
  const state = stateOf(query)
  const offline = !useOnline() || isOffline(query)
  const { filter: askedFilter, search: askedWords } = asked
  const list = useMemo(
    () => feedKeys.list(community._id, { filter: askedFilter, search: askedWords }),
    [community._id, askedFilter, askedWords],
  )
  const name = useMemo(() => (feed.isPlaceholderData ? null : listOf(list)), [feed.isPlaceholderData, list])
  const { ids: loaded, above } = useFeedList(name, feed.data, top.data ?? null)
  const { ids, ...news } = useShown(feed.isPlaceholderData ? [] : list, loaded)
  const { acts, dialog } = usePostActs(me, community.customUri, undefined, onBlock)
  // No composer above search results: they follow the search box directly.
  const composes = useFrame().action !== undefined && !asked.search
  // Without an organisation channel the community’s own posts are all posts.
  const filter = asked.filter === 'community' && !community.hasOrganizationChannel ? 'all' : (asked.filter ?? 'all')
  const filterName = nameOfFilter(t, community.communitytype, filter)
  const lastChoice = filterName
    ? t('feed.filter.remembered', { filter: filterName })
    : t('feed.filter.remembered.other')
  useRememberedNote(remembered && filter !== 'all' ? lastChoice : null, () => onAsk({ filter: 'all' }))
  const search = { value: asked.search ?? '', onSearch: (value: string) => onAsk({ search: value || undefined }) }

  return (
    <>
      <TopBar
        end={
          <IconButton
            icon={searching ? 'x' : 'search'}
            label={t(searching ? 'feed.search.close' : 'feed.search.open')}
            aria-expanded={searching}
            onClick={() => {
              setSearching(!searching)
              if (searching && asked.search) onAsk({ search: undefined })
            }}
          />
        }
      />
      <Main>
        <ScreenHead title={t('feed.title')}>
          <FeedSearchBox {...search} />
        </ScreenHead>
        {searching && (
          <div className={css.phoneSearch}>
            <FeedSearchBox {...search} autoFocus={!asked.search} />
          </div>
        )}
        {unsent}
        {isWhole && around}
        {composes && <Composer me={{ name: displayName(me), photoUri: me.photoUri }} />}
        <FeedFilters
          community={community}
          filter={filter}
          mine={me.abilities.answer}
          onFilter={filter => onAsk({ filter })}
          more={categoryFilter?.(filter, one => onAsk({ filter: one }))}
        />
        <FeedFound search={asked.search} settled={!feed.isFetching} count={loaded.length} more={feed.hasNextPage} />
        {state === 'waiting' && <FeedWaiting />}
        {state === 'failed' ? (
          <Failed query={feed} title={t('feed.failed.title')} />
        ) : (
          <>
            {state === 'stale' && <LastSeen query={query} />}
            <NewPosts {...news} />
            <PinnedPosts ids={above.pinned} communityUri={community.customUri} />
            {feed.data &&
              (ids.length === 0 && above.pinned.length === 0 ? (
                <FeedEmpty asked={{ ...asked, filter }} onAsk={onAsk} onAgain={() => void feed.refetch()} />
              ) : (
                <FeedList
                  name={list}
                  ids={ids}
                  community={community}
                  acts={acts}
                  dimmed={feed.isPlaceholderData}
                  offline={offline}
                  more={feed.hasNextPage}
                  loading={feed.isFetchingNextPage}
                  failed={feed.isFetchNextPageError}
                  onMore={() => void feed.fetchNextPage()}
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
