import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { Count } from './Count.tsx'
import { type FrameAction, useFrame } from './frame-context.ts'
import { Icon } from './Icon.tsx'
import { scrollActiveTabToTop } from './scroll-to-top.ts'
import type { Tab } from './TabBar.tsx'
import css from './Rail.module.css'
import typography from './typography.module.css'

export interface RailProps {
  tabs: readonly Tab[]
  /** The tab that the current screen belongs to, if the screen is not the main screen of that tab. */
  current?: Tab['key']
  action?: FrameAction
}

export const Rail = ({ tabs, current, action }: RailProps) => {
  const { t } = useText()
  const { place, renderAccountButton, bell } = useFrame()
  return (
    <nav className={css.rail} aria-label={t('common.frame.main')}>
      <Link className={css.place} {...place.target} activeProps={{}}>
        <Avatar name={place.name} photoUri={place.logoUri} size="m" subject="place" />
        <span>
          <b>{place.name}</b>
          {place.detail && <small>{place.detail}</small>}
        </span>
      </Link>
      <div className={css.items}>
        {tabs.map(({ key, label, icon, target, count, accessibleLabel }) => (
          <Link
            key={key}
            {...target}
            activeOptions={{ includeSearch: false }}
            onClick={scrollActiveTabToTop}
            aria-current={key === current ? 'true' : undefined}
          >
            <Icon name={icon} />
            <span aria-hidden={accessibleLabel ? true : undefined}>{label}</span>
            {accessibleLabel && <span className={typography.hidden}>{accessibleLabel}</span>}
            {count ? (
              <span className={css.count} aria-hidden="true">
                <Count>{count}</Count>
              </span>
            ) : null}
          </Link>
        ))}
        {bell && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={bell.open}
            aria-current={current === 'bell' ? 'true' : undefined}
            onClick={bell.onOpen}
          >
            <Icon name="bell" />
            <span>{bell.label}</span>
            {bell.count ? (
              <span className={css.count}>
                <Count>{bell.count}</Count>
              </span>
            ) : null}
          </button>
        )}
      </div>
      {action && (
        <Button kind="primary" icon={action.icon} wide aria-haspopup="dialog" onClick={action.onAct}>
          {action.label}
        </Button>
      )}
      {renderAccountButton && <div className={css.me}>{renderAccountButton('rail')}</div>}
    </nav>
  )
}
