import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Notice.module.css'

export interface NoticeProps {
  kind?: 'attention' | 'calm' | 'danger'
  icon?: IconName
  action?: ReactNode
  /** Stays in view when the screen is scrolled. */
  pinned?: boolean
  children: ReactNode
}

/**
 * A line across the screen or the form: offline, a guest's limits, a call that failed. A failure is read out at once.
 */
export const Notice = ({ kind = 'attention', icon, action, pinned, children }: NoticeProps) => (
  <div
    className={css.notice}
    data-kind={kind}
    data-pinned={pinned || undefined}
    role={kind === 'danger' ? 'alert' : 'status'}
  >
    {icon && <Icon name={icon} size="s" />}
    <span>{children}</span>
    {action}
  </div>
)
