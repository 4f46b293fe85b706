import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './Tip.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    hideTooltips: boolean
  }
}

/** What the tips of the sheet tell of, in the order in which they come. */
export type TipName = 'email' | 'apple' | 'guest'

export interface Tips {
  names: readonly TipName[]
  /** Which of them is on where there is room for one; null once they are hidden for good. */
  current: number | null
  /** Beside the sheet there is room for all. */
  beside: boolean
  /** The reader asked for the one that is on. */
  asked: boolean
  next: () => void
  hide: () => void
}

export const useTips = (names: readonly TipName[], beside: boolean): Tips => {
  const [current, setCurrent] = useState<number | null>(() => (stored('hideTooltips') === null ? 0 : null))
  const hide = () => {
    store('hideTooltips', true)
    setCurrent(null)
  }
  return {
    names,
    current,
    beside,
    asked: current !== null && current > 0,
    next: () => (current !== null && current < names.length - 1 ? setCurrent(current + 1) : hide()),
    hide,
  }
}

/** What a tip tells of, and the tip: under it, or beside the sheet where the window is wide. */
export const Tipped = ({
  name,
  tips,
  side,
  children,
}: {
  name: TipName
  tips: Tips
  /** Where two stand close together, one is before the sheet. */
  side?: 'start'
  children: ReactNode
}) => {
  const { t } = useText()
  const at = tips.names.indexOf(name)
  const { current, asked } = tips
  const tip = useRef<HTMLDivElement>(null)
  // the button that led here went with the tip before
  useEffect(() => {
    if (asked && at === current) tip.current?.querySelector('button')?.focus()
  }, [asked, at, current])
  return (
    <div className={css.tipped}>
      {children}
      {current !== null && (
        <div
          ref={tip}
          className={css.tip}
          role="note"
          data-on={at === current || undefined}
          data-beside={tips.beside || undefined}
          data-side={side}
        >
          <div>
            <b>{t(`entry.tip.${name}.title`)}</b>
            {t(`entry.tip.${name}`)}
            <div className={css.foot}>
              <span>
                {at + 1}/{tips.names.length}
              </span>
              <Button kind="quiet" size="s" onClick={tips.next}>
                {t(at < tips.names.length - 1 ? 'entry.tip.next' : 'entry.tip.done')}
              </Button>
            </div>
          </div>
          <IconButton icon="x" label={t('entry.tip.hide')} onClick={tips.hide} />
        </div>
      )}
    </div>
  )
}
