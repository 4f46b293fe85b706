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
  /** The tab that an inner screen was opened from: phones show no tabs there, the rail marks this one. */
  innerOf?: Tab['key']
  /** The tab that a screen with tabs belongs to, where it is not the tab's own. */
  tabOf?: Tab['key']
  /** Stands in the rail; phones have a floating one of the screen's own. */
  action?: FrameAction
  refuse?: () => void
  /** Who is signed in: only a face in the bar of a phone, a face and a name in the rail. */
  me?: (where: 'bar' | 'rail') => ReactNode
  bell?: FrameBell
  /** The screen: its TopBar, then its Main. */
  column: ReactNode
  aside?: ReactNode
  /** The screen takes the room of the aside too. */
  roomy?: boolean
  /** The screen is two, a list beside what it opens, and reaches the edge of the frame. */
  split?: boolean
}

/**
 * What stands around every screen of a member: tabs below on phones, a rail at the left from 1024, an aside from 1180.
 */
export const Frame = ({
  place,
  tabs,
  innerOf,
  tabOf,
  action,
  refuse,
  me,
  bell,
  column,
  aside,
  roomy,
  split,
}: FrameProps) => {
  const { t } = useText()
  return (
    <FrameContext value={{ place, me, bell, action, refuse }}>
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
