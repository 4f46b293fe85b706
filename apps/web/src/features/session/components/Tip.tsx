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

/** The tips of the log-in dialog, in the order in which they are shown. */
export type TipName = 'email' | 'apple' | 'guest'

export interface Tips {
  names: readonly TipName[]
  /** Index of the tip that is shown where there is space for only one; null once the user has hidden the tips. */
  current: number | null
  /** Whether all tips are shown beside the dialog. */
  isBeside: boolean
  /** True when the user moved on to the current tip, which then receives the focus. */
  isRequested: boolean
  next: () => void
  hide: () => void
}

export const useTips = (names: readonly TipName[], isBeside: boolean): Tips => {
  const [current, setCurrent] = useState<number | null>(() => (stored('hideTooltips') === null ? 0 : null))
  const hide = () => {
    store('hideTooltips', true)
    setCurrent(null)
  }
  return {
    names,
    current,
    isBeside,
    isRequested: current !== null && current > 0,
    next: () => (current !== null && current < names.length - 1 ? setCurrent(current + 1) : hide()),
    hide,
  }
}

/** A control with its tip: below it, or beside the dialog in wide windows. */
export const WithTip = ({
  name,
  tips,
  side,
  children,
}: {
  name: TipName
  tips: Tips
  /** `start`: at the start side of the dialog, away from a close next tip; `above`: above, on the landing page. */
  side?: 'start' | 'above'
  children?: ReactNode
}) => {
  const { t } = useText()
  const index = tips.names.indexOf(name)
  const { current, isRequested } = tips
  const tip = useRef<HTMLDivElement>(null)
  // The focused button was unmounted with the previous tip, so a button of the current tip is focused.
  useEffect(() => {
    if (isRequested && index === current) tip.current?.querySelector('button')?.focus()
  }, [isRequested, index, current])
  return (
    <div className={css.tipped}>
      {children}
      {current !== null && (
        <div
          ref={tip}
          className={css.tip}
          role="note"
          data-on={index === current || undefined}
          data-beside={tips.isBeside || undefined}
          data-side={side}
        >
          <div>
            <b>{t(`tips.${name}.title`)}</b>
            {t(`tips.${name}`)}
            <div className={css.foot}>
              <span>
                {index + 1}/{tips.names.length}
              </span>
              <Button kind="quiet" size="s" onClick={tips.next}>
                {t(index < tips.names.length - 1 ? 'tips.next' : 'tips.done')}
              </Button>
            </div>
          </div>
          <IconButton icon="x" label={t('tips.hide')} onClick={tips.hide} />
        </div>
      )}
    </div>
  )
}

/** The tips for the available ways to register. */
export const tipsOf = ({ apple, allowsGuests }: { apple: boolean; allowsGuests: boolean }): TipName[] => [
  'email',
  ...(apple ? (['apple'] as const) : []),
  ...(allowsGuests ? (['guest'] as const) : []),
]

/** The tips of the log-in dialog, shown on the landing page one after the other. */
export const LandingTips = ({ names }: { names: readonly TipName[] }) => {
  const tips = useTips(names, false)
  const name = tips.current === null ? undefined : names[tips.current]
  return name && <WithTip key={name} name={name} tips={tips} side="above" />
}
