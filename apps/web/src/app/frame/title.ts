import { useEffect } from 'react'
import { useObservable } from '#web/kernel/observable.ts'
import { messagesCounter } from '#web/features/chat/unread-messages.ts'
import { useNewPostsCount } from '#web/features/feed/feed.new-posts.ts'

/** Sets the page title: “(3) Live · Les Tilleuls · Parvis”, where 3 is the number of new posts and unread messages. */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const unreadCount = useNewPostsCount() + useObservable(messagesCounter)
  const title = `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${[...parts.filter(Boolean), 'Parvis'].join(' · ')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
