import type { Community } from '@parvis/contract/community.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type * as Bar from './SuspendedPart.ts'

/** What is told over every screen of who is suspended; nobody else fetches it. */
export const Suspended = ({ until, community }: { until: string | null; community: Community }) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [part, setPart] = useState<typeof Bar | null>(null)
  useEffect(() => {
    if (until)
      import('./SuspendedPart.ts').then(
        async loaded => {
          await loaded.loadWords()
          setPart(loaded)
        },
        () => {},
      )
  }, [until])
  return (
    part &&
    until && (
      <part.SuspendedBar
        until={until}
        customUri={community.customUri}
        timezone={community.timezone}
        onOver={() => void part.readMyselfAnew(queryClient, router).catch(() => {})}
      />
    )
  )
}
