import { useRef, type CSSProperties, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { isScrolled, useVerticalDrag } from '#web/ui/use-vertical-drag.ts'
import css from './ListSheet.module.css'

/** Minimum speed of a flick, in pixels per millisecond. */
const FLICK = 0.5
/** Height of the raised sheet relative to the lowered one. */
const RAISED_RATIO = 2.2

export interface ListSheetProps {
  label: string
  /** Whether the sheet is raised and covers most of the map. */
  raised: boolean
  onRaise: (raised: boolean) => void
  children: ReactNode
}

/** The list under a map: on phones a sheet that is dragged between two heights, elsewhere a column beside the map. */
export const ListSheet = ({ label, raised, onRaise, children }: ListSheetProps) => {
  const { t } = useText()
  const sheet = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const startHeight = useRef(0)
  useVerticalDrag(sheet, {
    // A drag starts only where the handle is visible; the column beside the map has no handle.
    canStart: () => {
      startHeight.current = sheet.current!.offsetHeight
      return handle.current!.offsetHeight > 0
    },
    isDrag: (distance, on) =>
      handle.current!.contains(on) || (raised ? distance > 0 && !isScrolled(on, sheet.current!) : distance < 0),
    onDrag: distance => {
      const loweredHeight = sheet.current!.parentElement!.offsetHeight
      const height = Math.max(loweredHeight, Math.min(startHeight.current - distance, loweredHeight * RAISED_RATIO))
      sheet.current!.style.blockSize = `${height}px`
    },
    onEnd: (distance, speed) => {
      const element = sheet.current!
      element.style.blockSize = ''
      if (speed === null) return
      const middle = (element.parentElement!.offsetHeight * (1 + RAISED_RATIO)) / 2
      onRaise(Math.abs(speed) > FLICK ? speed < 0 : startHeight.current - distance > middle)
    },
  })
  return (
    <section
      ref={sheet}
      className={css.sheet}
      aria-label={label}
      data-raised={raised || undefined}
      style={{ '--share': RAISED_RATIO } as CSSProperties}
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
