import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isChunkLoadError } from '#web/kernel/http/chunk-load-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useTitle } from '../-frame/title.ts'
import { leadToMaintenance } from './lead-to-maintenance.ts'
import { Obsolete } from './obsolete-screen.ts'
import { Outside } from '../-frame/Outside.tsx'
import { useTryAgain } from './try-again.ts'

/** Shown when a screen could not render at all: the error, and a retry. */
export const Failure = (props: ErrorComponentProps) => {
  const key = props.error instanceof ApiError ? props.error.key : null
  if (key === 'maintenance') return <Closed {...props} />
  if (key === 'obsolete') return <Obsolete />
  return (
    <Outside>
      <FailureWords {...props} />
    </Outside>
  )
}

/** Redirects to the maintenance screen; if that cannot load either, shows the error. */
const Closed = (props: ErrorComponentProps) => {
  const router = useRouter()
  const [isShut, setShut] = useState(false)
  useEffect(() => {
    leadToMaintenance(router).catch(() => setShut(true))
  }, [router])
  if (!isShut) return null
  return (
    <Outside>
      <FailureWords {...props} />
    </Outside>
  )
}

export const FailureWords = ({ error, reset }: ErrorComponentProps) => {
  const { t, explain } = useText()
  const offline = isChunkLoadError(error) || (error instanceof ApiError && error.key === 'networkerror')
  const again = useTryAgain(error, offline, reset)
  useTitle(t('common.alert.error'))
  return (
    <Empty
      picture={offline ? 'offline' : 'error'}
      level={1}
      title={explain(error)}
      text={t(offline ? 'common.failed.offline' : 'common.failed.text')}
      action={
        <Button kind="primary" icon="rotate-cw" onClick={again}>
          {t('common.retry')}
        </Button>
      }
    />
  )
}
