import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { defaultCommunityQuery } from '#web/features/community/community.queries.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useTitle } from '../frame/screen.ts'
import { pollPauseAt, recordReopening } from './maintenance-pause.ts'

/** Whether the server is still unavailable: any other error shows that the server responds again. */
const isUnavailable = (error: unknown) =>
  error instanceof ApiError && (error.status === 503 || error.key === 'networkerror')

/** Polls the server, and returns to the screen `next` once the server is back. */
export const Maintenance = ({ next = '/' }: { next?: string }) => {
  const { t } = useText()
  const router = useRouter()
  const [pause] = useState(() => pollPauseAt(Date.now()))
  const [hasPaused, setHasPaused] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPaused(true), pause)
    return () => clearTimeout(timer)
  }, [pause])
  const { isFetchedAfterMount, error } = useQuery({
    ...defaultCommunityQuery(),
    enabled: hasPaused,
    staleTime: 0,
    retry: false,
    refetchInterval: pause,
    refetchIntervalInBackground: true,
  })
  const open = hasPaused && isFetchedAfterMount && !isUnavailable(error)
  useTitle(t('common.maintenance.title'))
  useEffect(() => {
    if (!open) return
    recordReopening(Date.now(), pause)
    router.history.replace(next)
  }, [open, next, pause, router])
  return (
    <BareScreen bar={<PublicBar />}>
      <EmptyState picture="works" level={1} title={t('common.maintenance.title')} text={t('common.maintenance.text')} />
    </BareScreen>
  )
}
