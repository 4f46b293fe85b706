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
  /** Stands in the rail; phones have a floating one of the screen's own. */
  action?: FrameAction
  /** Who is signed in: only a face in the bar of a phone, a face and a name in the rail. */
  me?: (where: 'bar' | 'rail') => ReactNode
  bell?: FrameBell
  /** The screen: its TopBar, then its Main. */
  column: ReactNode
  aside?: ReactNode
  /** The screen takes the room of the aside too. */
  roomy?: boolean
}

/** What stands around every screen of a member: tabs below on phones, a rail at the left from 1024, an aside from 1180. */
export const Frame = ({ place, tabs, innerOf, action, me, bell, column, aside, roomy }: FrameProps) => {
  const { t } = useText()
  return (
    <FrameContext value={{ place, me, bell, action }}>
      <a className={css.skip} href="#main">
        {t('common.frame.skip')}
      </a>
      <div
        className={css.frame}
        data-aside={aside ? '' : 'none'}
        data-inner={innerOf ? '' : undefined}
        data-roomy={roomy || undefined}
      >
        <Rail tabs={tabs} innerOf={innerOf} action={action} />
        <div className={css.column}>{column}</div>
        {aside && <aside className={css.aside}>{aside}</aside>}
      </div>
      {!innerOf && <TabBar tabs={tabs} />}
      <ToastRegion />
    </FrameContext>
  )
}
