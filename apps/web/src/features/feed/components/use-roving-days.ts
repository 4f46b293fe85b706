import { useRef, useState, type KeyboardEvent } from 'react'
import { addDays } from '@parvis/contract/zoned-time.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Roving tabindex: arrow keys move the focus. A day passed to `onOutOfRange` is focused once it is rendered. */
export const useRovingDays = (days: readonly string[], first: string, onOutOfRange: (day: string) => void) => {
  const [active, setActive] = useState(first)
  const pendingFocus = useRef<string | null>(null)
  const current = days.includes(active) ? active : days.includes(first) ? first : (days[0] ?? first)
  return {
    listProps: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = steps[event.key]
        const day =
          event.key === 'Home'
            ? days[0]
            : event.key === 'End'
              ? days.at(-1)
              : step === undefined
                ? undefined
                : addDays(current, step)
        if (day === undefined) return
        event.preventDefault()
        if (days.includes(day)) return event.currentTarget.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
        if (day < first) return
        pendingFocus.current = day
        setActive(day)
        onOutOfRange(day)
      },
    },
    dayPropsOf: (day: string) => ({
      'data-day': day,
      tabIndex: day === current ? 0 : -1,
      onFocus: () => setActive(day),
      ref: (element: HTMLElement | null) => {
        if (element && pendingFocus.current === day) {
          pendingFocus.current = null
          element.focus()
        }
      },
    }),
  }
}
