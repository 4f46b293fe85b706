import type { ChatGroup, ChatUser } from '@parvis/contract/chat.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useTypedWords } from '#web/kernel/screen/typed-words.ts'
import { useWaiting } from '#web/kernel/outbox/use-waiting.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { MorePages } from '#web/ui/MorePages.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { chatName } from './chat-name.ts'
import { employeesQuery, groupsQuery, neighborsQuery, usersQuery } from './chat.queries.ts'
import { type ChatList, ChatTabs, pathOfList } from './components/ChatTabs.tsx'
import { GroupRow, PersonRow } from './components/ConversationRow.tsx'
import { ChatsWaiting } from './components/ChatsWaiting.tsx'
import { GuestSign } from './components/GuestSign.tsx'
import { isGroup, notReadIn } from './lists.cache.ts'
import { knownPerson } from './known-thread.ts'
import { neighborPagesQuery, neighborsIn } from './neighbors.queries.ts'
import { begunIn, withWaiting } from './waiting-messages.ts'
import css from './ChatsView.module.css'

export interface ChatsViewProps {
  communityUri: string
  me: Pick<SessionUser, '_id' | 'abilities'>
  list: ChatList
  /** The conversation that is open beside the list: a pseudo or id, or the post id of a group. */
  open?: string
  /** Title of a post in one line and whether it is past; supplied by the feed feature. */
  nameOf: (event: LiveEvent) => { title: string; past: boolean }
}

type Entry = ChatUser | ChatGroup

/** Strips accents and case, so that a search matches either spelling. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** `searchText` filters neighbours on the server; the other lists are loaded whole. */
const useList = (list: ChatList, mayRead: boolean, words: string) => {
  const users = useQuery({ ...usersQuery(), enabled: mayRead && list === 'mine' })
  const groups = useQuery({ ...groupsQuery(), enabled: mayRead && (list === 'mine' || list === 'groups') })
  const there = useQuery({ ...neighborsQuery(), enabled: mayRead && list === 'neighbors' })
  const neighbors = useInfiniteQuery({ ...neighborPagesQuery(words), enabled: mayRead && list === 'neighbors' })
  const team = useQuery({ ...employeesQuery(), enabled: mayRead && list === 'team' })
  const waiting = useWaiting()
  const queryClient = useQueryClient()
  const mine = (): Entry[] | undefined => {
    const written = users.data ?? []
    const begun = begunIn(written, waiting, id => knownPerson(queryClient, id))
    // Pending messages of this device are shown even when the list cannot be loaded.
    const isThere = users.data !== undefined || (users.isError && begun.length > 0)
    return isThere ? withWaiting([...written, ...begun], groups.data ?? [], waiting) : undefined
  }
  const entries = (): Entry[] | undefined => {
    if (list === 'mine') return mine()
    if (list === 'groups') return groups.data
    if (list === 'team') return team.data
    return neighborsIn(neighbors.data, words ? [] : there.data)
  }
  return {
    query: { mine: users, groups, team, neighbors }[list],
    entries: entries(),
    pages: list === 'neighbors' ? neighbors : null,
    unreadInGroups: notReadIn(groups.data),
  }
}

/** The four conversation lists of a member. */
export const ChatsView = ({ communityUri, me, list, open, nameOf }: ChatsViewProps) => {
  const { t } = useText()
  const [words, setWords] = useState('')
  const [typed, setTyped] = useTypedWords(words, setWords)
  const { query, entries, pages, unreadInGroups } = useList(list, me.abilities.readChats, words)
  // Neighbours are already filtered by the server once its answer is here.
  const search = pages?.isPlaceholderData === false ? '' : fold(words)
  // The team stopped taking messages after its list was loaded.
  const isShut = list === 'team' && isForbidden(query.error)
  // A failed further page is reported at the end of the list, not instead of it.
  const state = isShut ? 'failed' : pages?.isFetchNextPageError ? 'content' : stateOf(query)
  const nameOfEntry = (entry: Entry) => (isGroup(entry) ? nameOf(entry.event).title : chatName(entry))
  const found = (isShut ? undefined : entries)?.filter(entry =>
    [nameOfEntry(entry), entry.lastMessage?.text ?? ''].some(text => fold(text).includes(search)),
  )
  return (
    <>
      <div className={css.head}>
        {open === undefined ? (
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
          withNeighbors={me.abilities.writeToNeighbors || !me.abilities.readChats}
        />
      </div>
      {!me.abilities.readChats ? (
        <div className={css.sign}>
          <GuestSign communityUri={communityUri} />
        </div>
      ) : (
        <>
          {state === 'waiting' && (
            <div className={css.waiting}>
              <SlowLoading>
                <ChatsWaiting />
              </SlowLoading>
            </div>
          )}
          {state === 'stale' && (
            <div className={css.seen}>
              <LastSeen query={query} />
            </div>
          )}
          {found && found.length > 0 && (
            <ul className={css.list}>
              {found.map(entry => (
                <li key={isGroup(entry) ? entry.event._id : entry._id}>
                  {isGroup(entry) ? (
                    <GroupRow
                      group={entry}
                      {...nameOf(entry.event)}
                      me={me._id}
                      communityUri={communityUri}
                      current={open === entry.event._id}
                    />
                  ) : (
                    <PersonRow
                      person={entry}
                      me={me._id}
                      communityUri={communityUri}
                      current={open === entry.pseudo || open === entry._id}
                      mayOpenProfiles={me.abilities.openProfiles}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {state === 'failed' &&
            (isShut ? (
              <Sign
                picture="door"
                title={t('messages.team.closed.title')}
                text={t('messages.team.closed.text')}
                action={null}
              />
            ) : (
              <Failed query={query} title={t(`messages.failed.title${pages ? '.neighbors' : ''}`)} />
            ))}
          {pages && <MorePages query={pages} label={t('messages.more')} count={1 + (entries?.length ?? 0)} />}
          {entries && found?.length === 0 && !pages?.hasNextPage && !pages?.isPlaceholderData && (
            <NothingHere
              list={list}
              search={words}
              communityUri={communityUri}
              begins={me.abilities.writeToNeighbors}
            />
          )}
        </>
      )}
    </>
  )
}

const isForbidden = (error: unknown) => (error as { key?: unknown } | null)?.key === 'forbidden'

interface SignProps {
  picture: 'chat' | 'door' | 'search'
  title: string
  text: string
  action: ReactNode
}

const Sign = (props: SignProps) => (
  <div className={css.sign}>
    <Empty {...props} />
  </div>
)

const waysOut = {
  mine: { to: pathOfList.neighbors, label: 'messages.mine.empty.act' },
  groups: { to: '/$c/actualites', label: 'messages.groups.empty.act' },
} as const

interface NothingHereProps {
  list: ChatList
  search: string
  communityUri: string
  /** Whether the viewer may start conversations with neighbours. */
  begins: boolean
}

const NothingHere = ({ list, search, communityUri, begins }: NothingHereProps) => {
  const { t } = useText()
  if (search)
    return (
      <Sign
        picture="search"
        title={t('messages.search.none.title')}
        text={t(`messages.search.none.text${list === 'neighbors' ? '.neighbors' : ''}`, { search })}
        action={null}
      />
    )
  const way = (list === 'mine' && begins) || list === 'groups' ? waysOut[list] : null
  return (
    <Sign
      picture="chat"
      title={t(`messages.${list}.empty.title`)}
      text={t(list === 'mine' && !begins ? 'messages.mine.empty.asked' : `messages.${list}.empty.text`)}
      action={
        way && (
          <ButtonLink to={way.to} params={{ c: communityUri }}>
            {t(way.label)}
          </ButtonLink>
        )
      }
    />
  )
}
