import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useIsRetrying } from '#web/kernel/http/retrying.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import css from './SlowLoading.module.css'

const SLOW_LOADING_MS = 10_000

/** The delay between a failed call and the text which says that the call is being retried. */
const RETRY_NOTICE_MS = 2_000

/** Shows its children once the wait is noticeable, and a text after ten seconds or while a call is retried. */
export const SlowLoading = ({ children }: { children?: ReactNode }) => {
  const { t } = useText()
  const isNoticeable = useElapsed(LOADING_DELAY_MS)
  const slow = useElapsed(SLOW_LOADING_MS)
  const isRetrying = useElapsed(RETRY_NOTICE_MS, useIsRetrying())
  return (
    <>
      <p className={css.words} role="status">
        {isRetrying ? t('common.loading.again') : slow && t('common.loading.slow')}
      </p>
      {isNoticeable && children}
    </>
  )
}

/** Shows its children, such as the skeleton of a section, once the wait is noticeable. Shows no text. */
export const Delayed = ({ children }: { children: ReactNode }) => useElapsed(LOADING_DELAY_MS) && children

const useElapsed = (ms: number, running = true) => {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setPassed(true), ms)
    return () => {
      clearTimeout(timer)
      setPassed(false)
    }
  }, [ms, running])
  return passed
}
