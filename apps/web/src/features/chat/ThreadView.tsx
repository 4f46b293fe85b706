import type { Conversation, Person } from '@parvis/contract/chat.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Point } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import { chatName } from './chat-name.ts'
import { threadQuery, type ThreadName } from './chat.queries.ts'
import { ChatBar } from './components/ChatBar.tsx'
import { ChatComposer } from './components/ChatComposer.tsx'
import { Thread } from './components/Thread.tsx'
import { ThreadWaiting } from './components/ThreadWaiting.tsx'
import { knownThread } from './known-thread.ts'
import { loadOnDemand } from './load-on-demand.ts'
import { shutBy } from './shut-thread.ts'
import { conversationOf, messagesOf } from './thread.cache.ts'
import css from './ThreadView.module.css'

export interface ThreadViewProps {
  name: ThreadName
  communityUri: string
  me: SessionUser
  /** The list that the back button leads to. */
  back: '/$c/mes-conversations' | '/$c/conversations-de-groupe'
  /** Title of a post in one line; supplied by the feed feature. */
  titleOf: (event: LiveEvent) => string
  /** Render a post linked in a message and the post of a group; supplied by the feed feature. */
  linkedEvent: (event: LiveEvent) => ReactNode
  groupEvent: (event: LiveEvent) => ReactNode
  about?: LiveEvent | null
  /** Why it was opened: by answering that post or by writing to its author. */
  aboutAs?: 'event' | 'interested'
  onAboutGone: () => void
  map: { start: Point }
  groupPeople?: (conversation: Conversation) => ReactNode
  personMenu?: (conversation: Conversation) => ReactNode
  onBlock?: (person: Person) => void
  /** Wraps the notice of a conversation that is no longer accessible, where there is more to explain. */
  closed?: (otherwise: ReactNode) => ReactNode
}

const FirstContact = lazy(async () => ({ default: (await loadOnDemand()).FirstContact }))
const ThreadShut = lazy(async () => ({ default: (await loadOnDemand()).ThreadShut }))

/** One conversation: its header, messages and composer. */
export const ThreadView = (props: ThreadViewProps) => {
  const { name, communityUri, me, back, titleOf, linkedEvent, groupEvent } = props
  const { t } = useText()
  const queryClient = useQueryClient()
  const asked = useInfiniteQuery(threadQuery(name))
  const shut = shutBy(asked.error)
  // When this request fails, the same conversation may be cached under another key: its first message removes the post
  // from its address.
  const known = asked.data === undefined && asked.isError && !shut ? knownThread(queryClient, name) : undefined
  const query = known ? { ...asked, ...known } : asked
  const thread = query.data
  const messages = useMemo(() => (thread ? messagesOf(thread) : []), [thread])
  const conversation = thread && conversationOf(thread)
  const isGroup = 'group' in name
  const event = conversation?.event ?? null
  const title = conversation
    ? isGroup
      ? event
        ? titleOf(event)
        : t('messages.title')
      : conversation.user
        ? chatName(conversation.user)
        : ''
    : ''
  const state = stateOf(query)
  return (
    <main id="main" tabIndex={-1} className={css.screen}>
      <ChatBar
        title={title}
        conversation={conversation}
        failed={state === 'failed'}
        stale={state === 'stale'}
        isGroup={isGroup}
        communityUri={communityUri}
        back={back}
        menu={conversation && props.personMenu?.(conversation)}
        mayOpenProfiles={me.abilities.openProfiles}
      />
      {conversation && isGroup && (
        <section className={css.top} aria-label={t('messages.group.event')}>
          {event && groupEvent(event)}
          {props.groupPeople?.(conversation)}
        </section>
      )}
      {state === 'waiting' && (
        <div className={css.trouble}>
          <SlowLoading>
            <ThreadWaiting />
          </SlowLoading>
        </div>
      )}
      {state === 'failed' && (
        <div className={css.trouble}>
          {shut ? (
            <Suspense>
              <ThreadShut why={shut} isGroup={isGroup} communityUri={communityUri} back={back} closed={props.closed} />
            </Suspense>
          ) : (
            <Failed query={query} title={t('messages.thread.failed.title')} />
          )}
        </div>
      )}
      {conversation && thread && (
        <>
          {state === 'stale' && (
            <div className={css.seen}>
              <LastSeen query={query} />
            </div>
          )}
          <Thread
            key={JSON.stringify(name)}
            conversation={conversation}
            messages={messages}
            name={name}
            me={me}
            host={event}
            start={isGroup ? null : title}
            linkedEvent={linkedEvent}
            older={query.hasNextPage}
            loadingOlder={query.isFetchingNextPage}
            olderFailed={query.isFetchNextPageError}
            onOlder={() => void query.fetchNextPage()}
          />
          {conversation.user && conversation.firstContact?.isMine === false && (
            <Suspense>
              <FirstContact
                conversation={conversation}
                name={title}
                onAnswer={() => document.querySelector<HTMLElement>('#main textarea')?.focus()}
                onBlock={() => conversation.user && props.onBlock?.(conversation.user)}
              />
            </Suspense>
          )}
          <ChatComposer
            key={`composer ${JSON.stringify(name)}`}
            name={name}
            conversation={conversation}
            title={title}
            me={me}
            about={isGroup ? null : (props.about ?? null)}
            aboutAs={props.aboutAs ?? 'event'}
            aboutCard={props.about ? linkedEvent(props.about) : null}
            onAboutGone={props.onAboutGone}
            map={props.map}
          />
        </>
      )}
    </main>
  )
}
