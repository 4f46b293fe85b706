import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Count } from './Count.tsx'
import type { Target } from './frame-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import { scrollActiveTabToTop } from './scroll-to-top.ts'
import css from './TabBar.module.css'
import typography from './typography.module.css'

export interface Tab {
  key: string
  label: string
  icon: IconName
  target: Target
  count?: number
  accessibleLabel?: string
  /** The tab is shown only in the rail; on phones the account menu links to it, for lack of space. */
  railOnly?: boolean
}

export const TabBar = ({ tabs, current }: { tabs: readonly Tab[]; current?: Tab['key'] }) => {
  const { t } = useText()
  return (
    <nav className={css.tabBar} aria-label={t('common.frame.main')}>
      {tabs
        .filter(({ railOnly }) => !railOnly)
        .map(({ key, label, icon, target, count, accessibleLabel }) => (
          <Link
            key={key}
            {...target}
            activeOptions={{ includeSearch: false }}
            onClick={scrollActiveTabToTop}
            aria-current={key === current ? 'true' : undefined}
          >
            <span className={css.icon} aria-hidden="true">
              <Icon name={icon} />
              {count ? (
                <span className={css.count}>
                  <Count>{count}</Count>
                </span>
              ) : null}
            </span>
            <span aria-hidden={accessibleLabel ? true : undefined}>{label}</span>
            {accessibleLabel && <span className={typography.hidden}>{accessibleLabel}</span>}
          </Link>
        ))}
    </nav>
  )
}
