import type { ChatGroup, ChatUser } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { usePending } from '#web/kernel/outbox/use-pending.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/EmptyState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { chatName } from './chat-name.ts'
import { employeesQuery, groupsQuery, neighborsQuery, usersQuery } from './chat.queries.ts'
import { type ChatList, ChatTabs, pathOfList } from './components/ChatTabs.tsx'
import { GroupRow, PersonRow } from './components/ConversationRow.tsx'
import { ChatsSkeleton } from './components/ChatsSkeleton.tsx'
import { GuestNotice } from './components/GuestNotice.tsx'
import { isGroup, countUnread } from './lists.cache.ts'
import { neighborPagesQuery, mergeNeighbors } from './neighbors.queries.ts'
import { findNewContacts, mergeConversations } from './pending-messages.ts'
import css from './ChatsView.module.css'

export interface ChatsViewProps {
  communityUri: string
  me: Pick<SessionUser, '_id' | 'abilities'>
  list: ChatList
  /** The conversation open beside the list: the pseudo or id of a person, or the post id of a group. */
  openConversation?: string
  /** Returns the title of a post in one line and whether the post is past; supplied by the feed feature. */
  describePost: (event: FeedPost) => { title: string; past: boolean }
}

type Entry = ChatUser | ChatGroup

/** Removes accents and case, so that a search finds “Élise” when “elise” is typed. */
const normalizeForSearch = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The request and entries of a list. The server applies `searchText` to neighbours; the caller filters the other lists.
 */
const useConversationList = (list: ChatList, canRead: boolean, searchText: string) => {
  const users = useQuery({ ...usersQuery(), enabled: canRead && list === 'mine' })
  const groups = useQuery({ ...groupsQuery(), enabled: canRead && (list === 'mine' || list === 'groups') })
  const firstNeighbors = useQuery({ ...neighborsQuery(), enabled: canRead && list === 'neighbors' })
  const neighbors = useInfiniteQuery({ ...neighborPagesQuery(searchText), enabled: canRead && list === 'neighbors' })
  const team = useQuery({ ...employeesQuery(), enabled: canRead && list === 'team' })
  const pending = usePending()
  const conversations = users.data ?? []
  const newContacts = findNewContacts(conversations, pending)
  // Pending messages of this device are shown even when the list cannot be loaded.
  const hasConversations = users.data !== undefined || (users.isError && newContacts.length > 0)
  const entries: Record<ChatList, Entry[] | undefined> = {
    mine: hasConversations
      ? mergeConversations([...conversations, ...newContacts], groups.data ?? [], pending)
      : undefined,
    groups: groups.data,
    team: team.data,
    neighbors: mergeNeighbors(neighbors.data, searchText ? [] : firstNeighbors.data),
  }
  return {
    query: { mine: users, groups, team, neighbors }[list],
    entries: entries[list],
    pages: list === 'neighbors' ? neighbors : null,
    unreadInGroups: countUnread(groups.data),
  }
}

/** The four conversation lists of a member. */
export const ChatsView = ({ communityUri, me, list, openConversation, describePost }: ChatsViewProps) => {
  const { t } = useText()
  const [searchText, setSearchText] = useState('')
  const [typed, setTyped] = useDebouncedText(searchText, setSearchText)
  const { query, entries, pages, unreadInGroups } = useConversationList(list, me.abilities.readChats, searchText)
  // Neighbours loaded for `searchText` are already filtered by the server; other entries are filtered here.
  const search = pages?.isPlaceholderData === false ? '' : normalizeForSearch(searchText)
  // The server refuses the list of the team once the team has stopped accepting messages.
  const isClosed = list === 'team' && isForbidden(query.error)
  // A page that could not be loaded shows its error below the loaded entries, which stay visible.
  const state = isClosed ? 'failed' : pages?.isFetchNextPageError ? 'content' : viewStateOf(query)
  const titleOfEntry = (entry: Entry) => (isGroup(entry) ? describePost(entry.event).title : chatName(entry))
  const found = (isClosed ? undefined : entries)?.filter(entry =>
    [titleOfEntry(entry), entry.lastMessage?.text ?? ''].some(text => normalizeForSearch(text).includes(search)),
  )
  return (
    <>
      <div className={css.head}>
        {openConversation === undefined ? (
          <h1 className={css.title}>{t('messages.title')}</h1>
        ) : (
          <h2 className={css.title}>{t('messages.title')}</h2>
        )}
        <SearchField
          label={t(list === 'team' || list === 'neighbors' ? 'messages.search.people' : 'messages.search')}
          value={typed}
          onChange={setTyped}
        />
        <ChatTabs
          communityUri={communityUri}
          current={list}
          unreadInGroups={unreadInGroups}
          showNeighbors={me.abilities.writeToNeighbors || !me.abilities.readChats}
        />
      </div>
      {!me.abilities.readChats ? (
        <div className={css.sign}>
          <GuestNotice communityUri={communityUri} />
        </div>
      ) : (
        <>
          {state === 'waiting' && (
            <div className={css.waiting}>
              <SlowLoading>
                <ChatsSkeleton />
              </SlowLoading>
            </div>
          )}
          {state === 'stale' && (
            <div className={css.seen}>
              <LastUpdated query={query} />
            </div>
          )}
          {found && found.length > 0 && (
            <ul className={css.list}>
              {found.map(entry => (
                <li key={isGroup(entry) ? entry.event._id : entry._id}>
                  {isGroup(entry) ? (
                    <GroupRow
                      group={entry}
                      {...describePost(entry.event)}
                      me={me._id}
                      communityUri={communityUri}
                      isCurrent={openConversation === entry.event._id}
                    />
                  ) : (
                    <PersonRow
                      person={entry}
                      me={me._id}
                      communityUri={communityUri}
                      isCurrent={openConversation === entry.pseudo || openConversation === entry._id}
                      canOpenProfiles={me.abilities.openProfiles}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {state === 'failed' &&
            (isClosed ? (
              <ListNotice
                picture="door"
                title={t('messages.team.closed.title')}
                text={t('messages.team.closed.text')}
              />
            ) : (
              <LoadError query={query} title={t(`messages.failed.title${pages ? '.neighbors' : ''}`)} />
            ))}
          {pages && <LoadMore query={pages} label={t('messages.more')} rowCount={1 + (entries?.length ?? 0)} />}
          {entries && found?.length === 0 && !pages?.hasNextPage && !pages?.isPlaceholderData && (
            <EmptyList
              list={list}
              search={searchText}
              communityUri={communityUri}
              canWriteToNeighbors={me.abilities.writeToNeighbors}
            />
          )}
        </>
      )}
    </>
  )
}

const isForbidden = (error: unknown) => (error as { key?: unknown } | null)?.key === 'forbidden'

const ListNotice = (props: EmptyStateProps) => (
  <div className={css.sign}>
    <EmptyState {...props} />
  </div>
)

const emptyActions = {
  mine: { to: pathOfList.neighbors, label: 'messages.mine.empty.act' },
  groups: { to: '/$c/actualites', label: 'messages.groups.empty.act' },
} as const

interface EmptyListProps {
  list: ChatList
  search: string
  communityUri: string
  /** Whether the viewer may start conversations with neighbours. */
  canWriteToNeighbors: boolean
}

const EmptyList = ({ list, search, communityUri, canWriteToNeighbors }: EmptyListProps) => {
  const { t } = useText()
  if (search)
    return (
      <ListNotice
        picture="search"
        title={t('messages.search.none.title')}
        text={t(`messages.search.none.text${list === 'neighbors' ? '.neighbors' : ''}`, { search })}
      />
    )
  const emptyAction = (list === 'mine' && canWriteToNeighbors) || list === 'groups' ? emptyActions[list] : null
  return (
    <ListNotice
      picture="chat"
      title={t(`messages.${list}.empty.title`)}
      text={t(list === 'mine' && !canWriteToNeighbors ? 'messages.mine.empty.asked' : `messages.${list}.empty.text`)}
      action={
        emptyAction && (
          <ButtonLink to={emptyAction.to} params={{ c: communityUri }}>
            {t(emptyAction.label)}
          </ButtonLink>
        )
      }
    />
  )
}
