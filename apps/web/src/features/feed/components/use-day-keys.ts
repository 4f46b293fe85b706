import { useRef, useState, type KeyboardEvent } from 'react'
import { addDays } from '@parvis/contract/zoned-time.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/**
 * Roving tabindex over days: one is in the tab order, arrow keys move among them. `onOutOfRange` gets a day that is not
 * rendered, which takes the focus once it is.
 */
export const useDayKeys = (days: readonly string[], first: string, onBeyond?: (day: string) => void) => {
  const [chosen, setChosen] = useState(first)
  const wanted = useRef<string | null>(null)
  const current = days.includes(chosen) ? chosen : days.includes(first) ? first : (days[0] ?? first)
  const focus = (within: Element, day: string) => {
    setChosen(day)
    within.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  return {
    list: {
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
        if (days.includes(day)) return focus(event.currentTarget, day)
        if (!onBeyond || day < first) return
        wanted.current = day
        setChosen(day)
        onBeyond(day)
      },
    },
    of: (day: string) => ({
      'data-day': day,
      tabIndex: day === current ? 0 : -1,
      onFocus: () => setChosen(day),
      ref: (element: HTMLElement | null) => {
        if (element && wanted.current === day) {
          wanted.current = null
          element.focus()
        }
      },
    }),
  }
}
