import { OnlineCount } from '#web/features/chat/OnlineCount.tsx'
import { AroundYou } from '#web/features/feed/components/AroundYou.tsx'
import { WeatherFact } from '#web/features/weather/WeatherFact.tsx'
import { useMember } from './screen.ts'

export const AroundMe = () => {
  const { community, session } = useMember()
  const { chat, seeWeather, publishActivity, writeToNeighbors } = session.abilities
  return (
    <AroundYou
      community={community}
      me={session._id}
      canPropose={publishActivity}
      weather={community.weather && seeWeather && <WeatherFact community={community} />}
      presence={chat && <OnlineCount communityUri={community.customUri} canListNeighbors={writeToNeighbors} />}
    />
  )
}
