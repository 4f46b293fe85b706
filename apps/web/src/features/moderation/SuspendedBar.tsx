import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { serverTime } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import typography from '#web/ui/typography.module.css'
import { SUSPENDING } from './decision-words.ts'
import css from './SuspendedBar.module.css'

export interface SuspendedBarProps {
  until: string
  customUri: string
  timezone: string
  /** Called when the suspension ends while the app is open. */
  onOver: () => void
}

/** setTimeout fires at once for longer delays. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Shown on every screen during a suspension: until when, with a link to the reason. */
export const SuspendedBar = ({ until, customUri: c, timezone, onOver }: SuspendedBarProps) => {
  const { t } = useText()
  const { fullDate, time } = useFormat()
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const left = Date.parse(until) - serverTime()
    const timer = setTimeout(() => over(), Math.min(Math.max(left, 0), LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [until])
  // Full-height screens subtract this height.
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(([seen]) => {
      style.setProperty('--told', `${seen?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (bar.current) watch.observe(bar.current)
    return () => {
      watch.disconnect()
      style.removeProperty('--told')
    }
  }, [])
  return (
    <div ref={bar} className={css.bar}>
      <Notice icon="pause">
        {t('rules.suspended', { when: fullDate(new Date(until)), time: time(until, timezone) })}{' '}
        <Link className={typography.link} to="/$c/regles" params={{ c }} search={{ decision: SUSPENDING }}>
          {t('rules.suspended.why')}
        </Link>
      </Notice>
    </div>
  )
}
