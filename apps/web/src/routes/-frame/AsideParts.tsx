import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useSearch } from '@tanstack/react-router'
import { HereNow } from '#web/rooms/chat/HereNow.tsx'
import { CalendarAside, calendarFilterOf, NextAround } from '#web/rooms/feed/around.ts'
import { NowAside } from '#web/rooms/weather/NowAside.tsx'

export interface AsidePartsProps {
  community: Community
  session: SessionUser
  /** The screen beside it. */
  path: string | undefined
}

/** The parts of all rooms that stand beside the screens; beside the calendar its own. */
export const AsideParts = ({ community, session, path }: AsidePartsProps) => {
  const { filter } = useSearch({ strict: false })
  return path === '/$c/calendrier' ? (
    <CalendarAside community={community} me={session} filter={calendarFilterOf(filter)} />
  ) : (
    <>
      {path !== '/$c/meteo' && community.weather && session.abilities.seeWeather && <NowAside community={community} />}
      <NextAround community={community} afterTonight={path === '/$c/actualites'} />
      <HereNow mayKnow={session.abilities.chat} communityUri={community.customUri} />
    </>
  )
}
