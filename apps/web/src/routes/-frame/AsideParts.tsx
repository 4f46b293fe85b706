import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useSearch } from '@tanstack/react-router'
import { HereNow } from '#web/features/chat/HereNow.tsx'
import { CalendarAside, calendarFilterOf, NextAround } from '#web/features/feed/around.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { NowAside } from '#web/features/weather/NowAside.tsx'
import { AroundMe } from './AroundMe.tsx'

/** What stands above the feed shows the same of the same features. */
export const loadAround = async () => {
  await loadTexts('calendar', 'chat', 'weather')
  return { default: AroundMe }
}

/** What waits to be sent stands above the feed too; who has nothing that does fetches none of it. */
export const loadUnsent = async () => {
  const [{ Unsent }] = await Promise.all([import('../-outbox/Unsent.tsx'), loadTexts('outbox')])
  return { default: Unsent }
}

export interface AsidePartsProps {
  community: Community
  session: SessionUser
  /** The screen beside it. */
  path: string | undefined
}

/** The parts of all features that stand beside the screens; beside the calendar its own. */
export const AsideParts = ({ community, session, path }: AsidePartsProps) => {
  const { filter = 'all', search } = useSearch({ strict: false })
  const isWholeFeed = path === '/$c/actualites' && filter === 'all' && !search
  return path === '/$c/calendrier' ? (
    <CalendarAside community={community} me={session} filter={calendarFilterOf(filter)} />
  ) : (
    <>
      {path !== '/$c/meteo' && community.weather && session.abilities.seeWeather && <NowAside community={community} />}
      <NextAround community={community} afterTonight={isWholeFeed} />
      {/* who only reads, for a while or after their stay, is not asked to sign up */}
      {(session.abilities.chat || session.role === 'guest') && (
        <HereNow
          mayKnow={session.abilities.chat}
          mayList={session.abilities.writeToNeighbors}
          communityUri={community.customUri}
        />
      )}
    </>
  )
}
