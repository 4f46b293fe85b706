import { useEffect } from 'react'
import { useUnreadMessages } from '#web/features/chat/unread-messages.ts'
import { useNewPostsCount } from '#web/features/feed/feed.new-posts.ts'

/** Sets the page title: "Live · Les Tilleuls · Parvis", after the number of new posts and unread messages. */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const unreadCount = useNewPostsCount() + useUnreadMessages()
  const title = `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${[...parts.filter(Boolean), 'Parvis'].join(' · ')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
