import { useRef, type CSSProperties, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { isScrolled, useFingerDraw } from '#web/ui/use-finger-draw.ts'
import css from './ListSheet.module.css'

/** Minimum speed of a flick, in pixels per millisecond. */
const FLICK = 0.5
/** Height of the raised sheet relative to the lowered one. */
const RAISED = 2.2

export interface ListSheetProps {
  label: string
  /** Raised, it covers most of the map. */
  raised: boolean
  onRaise: (raised: boolean) => void
  children: ReactNode
}

/** The list under a map: on phones a sheet that is dragged between two heights, elsewhere a column beside the map. */
export const ListSheet = ({ label, raised, onRaise, children }: ListSheetProps) => {
  const { t } = useText()
  const sheet = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const held = useRef(0)
  useFingerDraw(sheet, {
    // Beside the map there is no handle to drag.
    begins: () => {
      held.current = sheet.current!.offsetHeight
      return handle.current!.offsetHeight > 0
    },
    takes: (distance, on) =>
      handle.current!.contains(on) || (raised ? distance > 0 && !isScrolled(on, sheet.current!) : distance < 0),
    onDraw: distance => {
      const low = sheet.current!.parentElement!.offsetHeight
      const height = Math.max(low, Math.min(held.current - distance, low * RAISED))
      sheet.current!.style.blockSize = `${height}px`
    },
    onEnd: (distance, speed) => {
      const element = sheet.current!
      element.style.blockSize = ''
      if (speed === null) return
      const middle = (element.parentElement!.offsetHeight * (1 + RAISED)) / 2
      onRaise(Math.abs(speed) > FLICK ? speed < 0 : held.current - distance > middle)
    },
  })
  return (
    <section
      ref={sheet}
      className={css.sheet}
      aria-label={label}
      data-raised={raised || undefined}
      style={{ '--share': RAISED } as CSSProperties}
    >
      <button
        ref={handle}
        type="button"
        className={css.handle}
        aria-label={t('dealsmap.raise')}
        aria-expanded={raised}
        onClick={() => onRaise(!raised)}
      />
      <div className={css.list}>{children}</div>
    </section>
  )
}
