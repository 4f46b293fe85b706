import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useIsRetrying } from '#web/kernel/http/retrying.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import css from './SlowLoading.module.css'

/** After this long, a loading screen says in words that the connection is slow. */
const SLOW_LOADING_MS = 10_000

/** How long after a call that failed its reader is told that it is made again. */
const ASKING_AGAIN_MS = 2_000

/**
 * What waits, drawn only when the wait can be felt; words over it after ten seconds, or when a first try has failed.
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

/** A part that waits while others are there: drawn when the wait can be felt, and without words. */
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
