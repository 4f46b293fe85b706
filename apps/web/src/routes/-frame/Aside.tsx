import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { useOnline } from '#web/kernel/device/online.ts'

const load = async () => {
  const [chat, feed] = await Promise.all([
    import('#web/rooms/chat/HereNow.tsx'),
    import('#web/rooms/feed/around.ts'),
    loadTexts('chat', 'calendar', 'feed'),
  ])
  return { chat, feed }
}

/** From where the frame has an aside: what nobody sees is not fetched. */
const wide = matchMedia('(min-width: 73.75rem)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export interface AsideProps {
  community: Community
  session: SessionUser
  /** The screen beside it. */
  path: string | undefined
  search: { filter?: unknown } | undefined
}

/**
 * What stands beside the screens on a wide one: parts of all rooms, beside the calendar its own. They do without it as long as it
 * cannot be fetched.
 */
export const Aside = ({ community, session, path, search }: AsideProps) => {
  const shown = useSyncExternalStore(subscribe, () => wide.matches)
  const online = useOnline()
  const [parts, setParts] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  useEffect(() => {
    if (shown && online) load().then(setParts, () => {})
  }, [shown, online])
  if (!shown || !parts) return null
  const { chat, feed } = parts
  if (path === '/$c/calendrier')
    return <feed.CalendarAside community={community} me={session} filter={feed.calendarFilterOf(search?.filter)} />
  return (
    <>
      <feed.NextAround community={community} afterTonight={path === '/$c/actualites'} />
      <chat.HereNow mayKnow={session.abilities.chat} />
    </>
  )
}
