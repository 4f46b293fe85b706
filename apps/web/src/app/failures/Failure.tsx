import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isChunkLoadError } from '#web/kernel/http/chunk-load-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useTitle } from '../frame/screen.ts'
import { redirectToMaintenance } from './redirect-to-maintenance.ts'
import { Obsolete } from './obsolete-screen.ts'
import { StandaloneScreen } from '../frame/StandaloneScreen.tsx'
import { useRetry } from './use-retry.ts'

/** Replaces a screen that could not render: shows the error and a retry button. */
export const Failure = (props: ErrorComponentProps) => {
  const key = props.error instanceof ApiError ? props.error.key : null
  if (key === 'maintenance') return <MaintenanceRedirect {...props} />
  if (key === 'obsolete') return <Obsolete />
  return (
    <StandaloneScreen>
      <FailureMessage {...props} />
    </StandaloneScreen>
  )
}

/** Redirects to the maintenance screen; if that screen cannot be loaded, shows the error. */
const MaintenanceRedirect = (props: ErrorComponentProps) => {
  const router = useRouter()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    redirectToMaintenance(router).catch(() => setHasFailed(true))
  }, [router])
  if (!hasFailed) return null
  return (
    <StandaloneScreen>
      <FailureMessage {...props} />
    </StandaloneScreen>
  )
}

export const FailureMessage = ({ error, reset }: ErrorComponentProps) => {
  const { t, explain } = useText()
  const offline = isChunkLoadError(error) || (error instanceof ApiError && error.key === 'networkerror')
  const retry = useRetry(error, offline, reset)
  useTitle(t('common.alert.error'))
  return (
    <EmptyState
      picture={offline ? 'offline' : 'error'}
      level={1}
      title={explain(error)}
      text={t(offline ? 'common.failed.offline' : 'common.failed.text')}
      action={
        <Button kind="primary" icon="rotate-cw" onClick={retry}>
          {t('common.retry')}
        </Button>
      }
    />
  )
}
