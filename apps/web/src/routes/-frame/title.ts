import { useEffect } from 'react'
import { useUnreadMessages } from '#web/features/chat/unread-messages.ts'
import { useNews } from '#web/features/feed/feed.news.ts'

/** Sets the page title: "Live · Les Tilleuls · Parvis", preceded by the number of new posts and unread messages. */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const news = useNews() + useUnreadMessages()
  const title = `${news > 0 ? `(${news}) ` : ''}${[...parts.filter(Boolean), 'Parvis'].join(' · ')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
