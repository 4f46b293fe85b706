import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useIsRetrying } from '#web/kernel/http/retrying.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import css from './SlowLoading.module.css'

/** The delay before a loading screen says that the connection is slow. */
const SLOW_LOADING_MS = 10_000

/** The delay between a failed call and the text that it is being retried. */
const ASKING_AGAIN_MS = 2_000

/**
 * A loading state, shown only when the wait becomes noticeable; with a text after ten seconds, or when a first attempt
 * has failed.
 */
export const SlowLoading = ({ children }: { children?: ReactNode }) => {
  const { t } = useText()
  const felt = useAfter(LOADING_DELAY_MS)
  const slow = useAfter(SLOW_LOADING_MS)
  const askingAgain = useAfter(ASKING_AGAIN_MS, useIsRetrying())
  return (
    <>
      <p className={css.words} role="status">
        {askingAgain ? t('common.loading.again') : slow && t('common.loading.slow')}
      </p>
      {felt && children}
    </>
  )
}

/** The loading state of a part of the screen: shown only when the wait becomes noticeable, without a text. */
export const Felt = ({ children }: { children: ReactNode }) => useAfter(LOADING_DELAY_MS) && children

const useAfter = (ms: number, running = true) => {
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
