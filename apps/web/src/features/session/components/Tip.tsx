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
  /** Where two stand close together, one is before the sheet; on the landing it is above what it tells of. */
  side?: 'start' | 'above'
  children?: ReactNode
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
            <b>{t(`tips.${name}.title`)}</b>
            {t(`tips.${name}`)}
            <div className={css.foot}>
              <span>
                {at + 1}/{tips.names.length}
              </span>
              <Button kind="quiet" size="s" onClick={tips.next}>
                {t(at < tips.names.length - 1 ? 'tips.next' : 'tips.done')}
              </Button>
            </div>
          </div>
          <IconButton icon="x" label={t('tips.hide')} onClick={tips.hide} />
        </div>
      )}
    </div>
  )
}

/** What there is to choose from where one registers. */
export const tipsOf = ({ apple, guests }: { apple: boolean; guests: boolean }): TipName[] => [
  'email',
  ...(apple ? (['apple'] as const) : []),
  ...(guests ? (['guest'] as const) : []),
]

/** The same tips where the way to it stands, one after the other. */
export const LandingTips = ({ names }: { names: readonly TipName[] }) => {
  const tips = useTips(names, false)
  const name = tips.current === null ? undefined : names[tips.current]
  return name && <Tipped key={name} name={name} tips={tips} side="above" />
}
