import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Notice.module.css'

export interface NoticeProps {
  kind?: 'attention' | 'calm' | 'danger'
  icon?: IconName
  action?: ReactNode
  pinned?: boolean
  children: ReactNode
}

/** A message across the screen or the form. Screen readers announce a `danger` message at once. */
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
