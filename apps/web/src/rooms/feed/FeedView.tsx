import { SCROLL_TOP_AFTER_PX } from '@parvis/contract/limits.ts'
import type { Community } from '@parvis/contract/community.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import { stateOf } from '#web/kernel/query-state.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Main, ScreenHead } from '#web/ui/Main.tsx'
import { ScrollTop } from '#web/ui/ScrollTop.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { FeedEmpty } from './components/FeedEmpty.tsx'
import { FeedFilters } from './components/FeedFilters.tsx'
import { FeedFound } from './components/FeedFound.tsx'
import { FeedList } from './components/FeedList.tsx'
import { FeedSearchBox } from './components/FeedSearchBox.tsx'
import { FeedWaiting } from './components/FeedWaiting.tsx'
import { feedKeys, feedQuery } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'
import css from './FeedView.module.css'

export interface FeedViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'timezone' | 'communitytype' | 'gooddeal' | 'weather'>
  asked: FeedSearch
  onAsk: (change: FeedSearch) => void
}

export const FeedView = ({ community, asked, onAsk }: FeedViewProps) => {
  const { t } = useText()
  const [searching, setSearching] = useState(Boolean(asked.search))
  const feed = useInfiniteQuery(feedQuery(community._id, asked))
  const state = stateOf(feed)
  const posts = feed.data?.pages.flatMap(page => page.docs) ?? []
  const search = { value: asked.search ?? '', onSearch: (value: string) => onAsk({ search: value || undefined }) }

  return (
    <>
      <TopBar end={<IconButton icon={searching ? 'x' : 'search'} label={t(searching ? 'feed.search.close' : 'feed.search.open')} aria-expanded={searching} onClick={() => {
        setSearching(!searching)
        if (searching && asked.search) onAsk({ search: undefined })
      }} />} />
      <Main>
        <ScreenHead title={t('feed.title')}><FeedSearchBox {...search} /></ScreenHead>
        {searching && <div className={css.phoneSearch}><FeedSearchBox {...search} autoFocus={!asked.search} /></div>}
        <FeedFilters community={community} filter={asked.filter ?? 'all'} onFilter={filter => onAsk({ filter })} />
        <FeedFound search={asked.search} settled={!feed.isFetching} count={posts.length} more={feed.hasNextPage} />
        {state === 'waiting' && <FeedWaiting />}
        {state === 'failed' && <Failed query={feed} title={t('feed.failed.title')} />}
        {state === 'stale' && <LastSeen query={feed} />}
        {feed.data && state !== 'failed' && (posts.length === 0
          ? <FeedEmpty asked={asked} onAsk={onAsk} onAgain={() => void feed.refetch()} />
          : <FeedList
              name={feedKeys.list(community._id, asked)} posts={posts} community={community} dimmed={feed.isPlaceholderData}
              more={feed.hasNextPage} loading={feed.isFetchingNextPage} failed={feed.isFetchNextPageError} onMore={() => void feed.fetchNextPage()}
            />)}
      </Main>
      <ScrollTop after={SCROLL_TOP_AFTER_PX} />
    </>
  )
}
