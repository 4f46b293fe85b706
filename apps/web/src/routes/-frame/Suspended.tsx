import type { Community } from '@parvis/contract/community.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadSuspendedPart, suspendedPart } from './suspended-part.ts'

/** The bar over every screen of a suspended member, present from the first render after log-in. */
export const Suspended = ({ until, community }: { until: string | null; community: Community }) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [part, setPart] = useState(suspendedPart)
  useEffect(() => {
    if (until) loadSuspendedPart().then(setPart, () => {})
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
