import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useObservable } from '#web/kernel/observable.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { messagesCounter } from '#web/features/chat/unread-messages.ts'
import { useNewPostsCount } from '#web/features/feed/feed.new-posts.ts'

const app = getRouteApi('/$c/_app')

/** The community and the session of a screen that only members and guests of the community see. */
export const useMember = () => ({ community: app.useLoaderData(), session: app.useRouteContext().session })

/** Sets the page title: “(3) Live · Les Tilleuls · Parvis”, where 3 is the number of new posts and unread messages. */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const unreadCount = useNewPostsCount() + useObservable(messagesCounter)
  const title = `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${[...parts.filter(Boolean), 'Parvis'].join(' · ')}`
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Sets the page title to a text, followed by the name of the community if the screen belongs to one. */
export const useTextTitle = (key: TextKey, community?: { name: string }) => {
  const { t } = useText()
  useTitle(t(key), community?.name)
}
