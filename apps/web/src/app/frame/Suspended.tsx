import type { Community } from '@parvis/contract/community.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadSuspendedModule, loadedSuspendedModule } from './load-suspended.ts'

/** The bar above every screen of a suspended member, present from the first render after log-in. */
export const Suspended = ({ until, community }: { until: string | null; community: Community }) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [part, setPart] = useState(loadedSuspendedModule)
  useEffect(() => {
    if (until) loadSuspendedModule().then(setPart, () => {})
  }, [until])
  return (
    part &&
    until && (
      <part.SuspendedBar
        suspendedUntil={until}
        customUri={community.customUri}
        timezone={community.timezone}
        onSuspensionEnd={() => void part.refreshSession(queryClient, router).catch(() => {})}
      />
    )
  )
}
