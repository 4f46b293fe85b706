import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useSearch } from '@tanstack/react-router'
import { OnlineNeighbors } from '#web/features/chat/OnlineNeighbors.tsx'
import { calendarFilterOf } from '#web/features/feed/calendar-days.ts'
import { CalendarAside } from '#web/features/feed/CalendarAside.tsx'
import { NextAround } from '#web/features/feed/NextAround.tsx'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { NowAside } from '#web/features/weather/NowAside.tsx'
import { AroundMe } from './AroundMe.tsx'

/** Loads the section above the feed, which shows the same features as the aside. */
export const loadAroundMe = async () => {
  await loadTexts('feed', 'chat', 'weather')
  return { default: AroundMe }
}

/** Loads the list of unsent items, which is above the feed; members without any do not download it. */
export const loadUnsentItems = async () => {
  const [{ UnsentItems }] = await Promise.all([import('../outbox/UnsentItems.tsx'), loadTexts('outbox')])
  return { default: UnsentItems }
}

export interface AsidePartsProps {
  community: Community
  session: SessionUser
  path: string | undefined
}

export const AsideParts = ({ community, session, path }: AsidePartsProps) => {
  const { filter = 'all', search } = useSearch({ strict: false })
  const isWholeFeed = path === '/$c/actualites' && filter === 'all' && !search
  return path === '/$c/calendrier' ? (
    <CalendarAside community={community} me={session} filter={calendarFilterOf(filter)} />
  ) : (
    <>
      {path !== '/$c/meteo' && community.weather && session.abilities.seeWeather && <NowAside community={community} />}
      <NextAround community={community} omitsToday={isWholeFeed} />
      {/* Members who can only read, because of a suspension or an ended stay, are not asked to register. */}
      {(session.abilities.chat || session.role === 'guest') && (
        <OnlineNeighbors
          canSeePresence={session.abilities.chat}
          canListNeighbors={session.abilities.writeToNeighbors}
          communityUri={community.customUri}
        />
      )}
    </>
  )
}
