import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { serverTime } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import typography from '#web/ui/typography.module.css'
import { CURRENT_SUSPENSION } from './decision-text.ts'
import css from './SuspendedBar.module.css'

export interface SuspendedBarProps {
  suspendedUntil: string
  customUri: string
  timezone: string
  /** Called when the suspension ends while the app is open. */
  onSuspensionEnd: () => void
}

/** setTimeout fires at once for longer delays. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Shown on every screen during a suspension: until when, with a link to the reason. */
export const SuspendedBar = ({ suspendedUntil, customUri: c, timezone, onSuspensionEnd }: SuspendedBarProps) => {
  const { t } = useText()
  const { fullDate, time } = useFormat()
  const handleEnd = useEffectEvent(onSuspensionEnd)
  useEffect(() => {
    const remainingMs = Date.parse(suspendedUntil) - serverTime()
    const timer = setTimeout(() => handleEnd(), Math.min(Math.max(remainingMs, 0), MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [suspendedUntil])
  // Publishes the height of this bar as `--told`, which full-height screens subtract.
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--told', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--told')
    }
  }, [])
  return (
    <div ref={bar} className={css.bar}>
      <Notice icon="pause">
        {t('rules.suspended', { when: fullDate(new Date(suspendedUntil)), time: time(suspendedUntil, timezone) })}{' '}
        <Link className={typography.link} to="/$c/regles" params={{ c }} search={{ decision: CURRENT_SUSPENSION }}>
          {t('rules.suspended.why')}
        </Link>
      </Notice>
    </div>
  )
}
