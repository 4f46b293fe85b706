import { LOADING_DELAY_MS, SLOW_LOADING_MS } from '@parvis/contract/limits.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import css from './SlowLoading.module.css'

/** What waits, drawn only when the wait can be felt; after ten seconds, words under it. */
export const SlowLoading = ({ children }: { children?: ReactNode }) => {
  const { t } = useText()
  const felt = useAfter(LOADING_DELAY_MS)
  const slow = useAfter(SLOW_LOADING_MS)
  return (
    <>
      {felt && children}
      <p className={css.words} role="status">{slow && t('common.loading.slow')}</p>
    </>
  )
}

const useAfter = (ms: number) => {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
