import type { Conversation, Person } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Point } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { chatName } from './chat-name.ts'
import { threadQuery, type ThreadKey } from './chat.queries.ts'
import { ChatBar } from './components/ChatBar.tsx'
import { ChatComposer } from './components/ChatComposer.tsx'
import { Thread } from './components/Thread.tsx'
import { ThreadSkeleton } from './components/ThreadSkeleton.tsx'
import { findCachedThread } from './cached-thread.ts'
import { loadOnDemand } from './load-on-demand.ts'
import { closedReasonOf } from './closed-thread.ts'
import { conversationOf, messagesOf } from './thread.cache.ts'
import css from './ThreadView.module.css'

export interface ThreadViewProps {
  name: ThreadKey
  communityUri: string
  me: SessionUser
  /** Route of the list that the back button opens. */
  back: '/$c/mes-conversations' | '/$c/conversations-de-groupe'
  /** Returns the title of a post in one line; supplied by the feed feature. */
  titleOf: (event: FeedPost) => string
  /** Render a post linked in a message and the post of a group; supplied by the feed feature. */
  renderLinkedPost: (event: FeedPost) => ReactNode
  renderGroupPost: (event: FeedPost) => ReactNode
  about?: FeedPost | null
  /** How the viewer opened a conversation about a post: by answering (`interested`) or by writing to its author. */
  aboutType?: 'event' | 'interested'
  onAboutGone: () => void
  map: { start: Point }
  renderGroupPeople?: (conversation: Conversation) => ReactNode
  renderPersonMenu?: (conversation: Conversation) => ReactNode
  onBlock?: (person: Person) => void
  /** Wraps the notice that the conversation is not accessible, to add an explanation from another feature. */
  closed?: (otherwise: ReactNode) => ReactNode
}

const FirstContact = lazy(async () => ({ default: (await loadOnDemand()).FirstContact }))
const ThreadClosed = lazy(async () => ({ default: (await loadOnDemand()).ThreadClosed }))

/** One conversation: its header, messages and composer. */
export const ThreadView = (props: ThreadViewProps) => {
  const { name, communityUri, me, back, titleOf, renderLinkedPost, renderGroupPost } = props
  const { t } = useText()
  const queryClient = useQueryClient()
  const threadResult = useInfiniteQuery(threadQuery(name))
  const closedReason = closedReasonOf(threadResult.error)
  // When this request fails, the conversation may be cached under another query key: sending its first message removes
  // the post id from the URL.
  const cached =
    threadResult.data === undefined && threadResult.isError && !closedReason
      ? findCachedThread(queryClient, name)
      : undefined
  const query = cached ? { ...threadResult, ...cached } : threadResult
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
  const state = viewStateOf(query)
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
        menu={conversation && props.renderPersonMenu?.(conversation)}
        canOpenProfiles={me.abilities.openProfiles}
      />
      {conversation && isGroup && (
        <section className={css.top} aria-label={t('messages.group.event')}>
          {event && renderGroupPost(event)}
          {props.renderGroupPeople?.(conversation)}
        </section>
      )}
      {state === 'waiting' && (
        <div className={css.trouble}>
          <SlowLoading>
            <ThreadSkeleton />
          </SlowLoading>
        </div>
      )}
      {state === 'failed' && (
        <div className={css.trouble}>
          {closedReason ? (
            <Suspense>
              <ThreadClosed
                reason={closedReason}
                isGroup={isGroup}
                communityUri={communityUri}
                back={back}
                closed={props.closed}
              />
            </Suspense>
          ) : (
            <LoadError query={query} title={t('messages.thread.failed.title')} />
          )}
        </div>
      )}
      {conversation && thread && (
        <>
          {state === 'stale' && (
            <div className={css.seen}>
              <LastUpdated query={query} />
            </div>
          )}
          <Thread
            key={JSON.stringify(name)}
            conversation={conversation}
            messages={messages}
            name={name}
            me={me}
            groupPost={event}
            partnerName={isGroup ? null : title}
            renderLinkedPost={renderLinkedPost}
            hasOlder={query.hasNextPage}
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
            aboutType={props.aboutType ?? 'event'}
            aboutCard={props.about ? renderLinkedPost(props.about) : null}
            onAboutGone={props.onAboutGone}
            map={props.map}
          />
        </>
      )}
    </main>
  )
}
