import { useEffect } from 'react'
import { useNews } from '#web/rooms/feed/feed.news.ts'

/** The title of the page: "Live · Les Tilleuls · Parvis", with the number of new posts before it. */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const news = useNews()
  const title = `${news > 0 ? `(${news}) ` : ''}${[...parts.filter(Boolean), 'Parvis'].join(' · ')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
