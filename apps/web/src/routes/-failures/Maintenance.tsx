import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { defaultCommunityQuery } from '#web/features/community/community.queries.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useTitle } from '../-frame/title.ts'
import { pauseAt, reopenedAt } from './maintenance-pause.ts'

/** Any response but maintenance or a network error means that the server is back. */
const isClosed = (error: unknown) => error instanceof ApiError && (error.status === 503 || error.key === 'networkerror')

/** Polls the server, and returns to the screen that was left once it is back. */
export const Maintenance = ({ next = '/' }: { next?: string }) => {
  const { t } = useText()
  const router = useRouter()
  const [pause] = useState(() => pauseAt(Date.now()))
  const [rested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), pause)
    return () => clearTimeout(timer)
  }, [pause])
  const { isFetchedAfterMount, error } = useQuery({
    ...defaultCommunityQuery(),
    enabled: rested,
    staleTime: 0,
    retry: false,
    refetchInterval: pause,
    refetchIntervalInBackground: true,
  })
  const open = rested && isFetchedAfterMount && !isClosed(error)
  useTitle(t('common.maintenance.title'))
  useEffect(() => {
    if (!open) return
    reopenedAt(Date.now(), pause)
    router.history.replace(next)
  }, [open, next, pause, router])
  return (
    <BareScreen bar={<OuterBar />}>
      <Empty picture="works" level={1} title={t('common.maintenance.title')} text={t('common.maintenance.text')} />
    </BareScreen>
  )
}
