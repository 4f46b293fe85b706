import { Navigate, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { ApiError } from '#web/kernel/api.ts'
import { useText } from '#web/kernel/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useTitle } from '../-title.ts'
import { Obsolete } from './Obsolete.tsx'

/** A screen that could not be drawn at all: what happened, and again. */
export const Failure = ({ error, reset }: ErrorComponentProps) => {
  const { t, explain } = useText()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useTitle(t('common.alert.error'))
  const key = error instanceof ApiError ? error.key : null
  if (key === 'maintenance') return <Navigate to="/maintenance" search={{ next: router.latestLocation.href }} replace />
  if (key === 'obsolete') return <Obsolete />
  const again = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  const offline = key === 'networkerror'
  return (
    <BareScreen>
      <Empty
        picture={offline ? 'offline' : 'error'} level={1} title={explain(error)} text={t(offline ? 'common.failed.offline' : 'common.failed.text')}
        action={<Button kind="primary" icon="rotate-cw" onClick={again}>{t('common.retry')}</Button>}
      />
    </BareScreen>
  )
}
