import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { quietHoursQuery } from '../notifications.queries.ts'
import type { ViewerCommunities } from '../places.ts'
import { isQuiet } from '../quiet.ts'
import css from './QuietHoursNotice.module.css'

export interface QuietHoursNoticeProps {
  places: ViewerCommunities
  onLeave?: () => void
}

/** Notice during quiet hours that shows when they end. */
export const QuietHoursNotice = ({ places: { here, timezone }, onLeave }: QuietHoursNoticeProps) => {
  const { t } = useText()
  const { time } = useFormat()
  const now = useNow()
  const { data } = useQuery(quietHoursQuery())
  if (!data?.until || !isQuiet(data, now, timezone)) return null
  return (
    <div className={css.line} role="status">
      <Icon name="moon" size="s" />
      <span>{t('notifications.quiet.now', { until: time(`2000-01-01T${data.until}:00Z`, 'UTC') })}</span>
      <Link to="/$c/parametres" params={{ c: here.customUri }} onClick={onLeave}>
        {t('notifications.quiet.change')}
      </Link>
    </div>
  )
}
