import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { type FrameAction, type FrameBell, FrameContext, type FramePlace } from './frame-context.ts'
import { Rail } from './Rail.tsx'
import { TabBar, type Tab } from './TabBar.tsx'
import { ToastRegion } from './Toast.tsx'
import css from './Frame.module.css'

export interface FrameProps {
  place: FramePlace
  tabs: readonly Tab[]
  /** The tab from which an inner screen was opened: the rail marks it, and phones hide the tab bar. */
  innerOf?: Tab['key']
  /** The tab that the current screen belongs to, if the screen is not the main screen of that tab. */
  tabOf?: Tab['key']
  /** The main action, shown in the rail; on phones, each screen has its own floating button. */
  action?: FrameAction
  explainRefusal?: () => void
  renderAccountButton?: (placement: 'bar' | 'rail') => ReactNode
  bell?: FrameBell
  column: ReactNode
  aside?: ReactNode
  roomy?: boolean
  split?: boolean
}

/** The layout of members' screens: a tab bar on phones, a rail from 1024 px, an aside from 1180 px. */
export const Frame = ({
  place,
  tabs,
  innerOf,
  tabOf,
  action,
  explainRefusal,
  renderAccountButton,
  bell,
  column,
  aside,
  roomy,
  split,
}: FrameProps) => {
  const { t } = useText()
  return (
    <FrameContext value={{ place, renderAccountButton, bell, action, explainRefusal }}>
      <a className={css.skip} href="#main">
        {t('common.frame.skip')}
      </a>
      <div
        className={css.frame}
        data-aside={aside ? '' : 'none'}
        data-inner={innerOf ? '' : undefined}
        data-roomy={roomy || undefined}
        data-split={split || undefined}
      >
        <Rail tabs={tabs} current={innerOf ?? tabOf} action={action} />
        <div className={css.column}>{column}</div>
        {aside && <aside className={css.aside}>{aside}</aside>}
      </div>
      {!innerOf && <TabBar tabs={tabs} current={tabOf} />}
      <ToastRegion />
    </FrameContext>
  )
}
