import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { chatName } from './chat-name.ts'
import { threadQuery } from './chat.queries.ts'
import { ChatBar } from './components/ChatBar.tsx'
import { ChatComposer } from './components/ChatComposer.tsx'
import { Thread } from './components/Thread.tsx'
import { ThreadSkeleton } from './components/ThreadSkeleton.tsx'
import { findCachedThread } from './cached-thread.ts'
import { closedReasonOf } from './closed-thread.ts'
import { conversationOf, messagesOf } from './thread.cache.ts'
import css from './ThreadView.module.css'
import type { ThreadViewProps } from './thread-view-props.ts'

const FirstContact = lazy(async () => ({ default: (await import('./components/FirstContact.tsx')).FirstContact }))
const ThreadClosed = lazy(async () => ({ default: (await import('./components/ThreadClosed.tsx')).ThreadClosed }))

/** One conversation: its header, messages and composer. */
export const ThreadView = (props: ThreadViewProps) => {
  const { threadKey, communityUri, me, backRoute, titleOf, renderLinkedPost, renderGroupPost } = props
  const { t } = useText()
  const queryClient = useQueryClient()
  const threadResult = useInfiniteQuery(threadQuery(threadKey))
  const closedReason = closedReasonOf(threadResult.error)
  // If this request fails, the conversation may still be cached under a key with the post id: sending the first message
  // removes that id from the URL, and so from the key.
  const cached =
    threadResult.data === undefined && threadResult.isError && !closedReason
      ? findCachedThread(queryClient, threadKey)
      : undefined
  const query = cached ? { ...threadResult, ...cached } : threadResult
  const thread = query.data
  const messages = useMemo(() => (thread ? messagesOf(thread) : []), [thread])
  const conversation = thread && conversationOf(thread)
  const isGroup = 'group' in threadKey
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
        hasLoadFailed={state === 'failed'}
        isStale={state === 'stale'}
        isGroup={isGroup}
        communityUri={communityUri}
        backRoute={backRoute}
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
                backRoute={backRoute}
                wrapClosedNotice={props.wrapClosedNotice}
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
            key={JSON.stringify(threadKey)}
            conversation={conversation}
            messages={messages}
            threadKey={threadKey}
            me={me}
            groupPost={event}
            partnerName={isGroup ? null : title}
            renderLinkedPost={renderLinkedPost}
            hasOlder={query.hasNextPage}
            isLoadingOlder={query.isFetchingNextPage}
            hasOlderFailed={query.isFetchNextPageError}
            onRequestOlder={() => void query.fetchNextPage()}
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
            key={`composer ${JSON.stringify(threadKey)}`}
            threadKey={threadKey}
            conversation={conversation}
            title={title}
            me={me}
            aboutPost={isGroup ? null : (props.aboutPost ?? null)}
            aboutType={props.aboutType ?? 'event'}
            aboutCard={props.aboutPost ? renderLinkedPost(props.aboutPost) : null}
            onAboutPostCleared={props.onAboutPostCleared}
            map={props.map}
          />
        </>
      )}
    </main>
  )
}
