import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { TextButton } from '#web/ui/TextButton.tsx'
import type { NotificationList } from '../use-notifications.ts'
import css from './NotificationsTools.module.css'

export const NotificationsTools = ({ list }: { list: NotificationList }) => {
  const { t } = useText()
  const { filter, setFilter, newCount, markAllRead, all } = list
  if (all.length === 0) return null
  return (
    <div className={css.tools}>
      <Chips label={t('notifications.filter')} wrap>
        <Chip selected={filter === 'all'} onClick={() => setFilter('all')}>
          {t('notifications.filter.all')}
        </Chip>
        <Chip selected={filter === 'unread'} onClick={() => setFilter('unread')}>
          {t('notifications.filter.unread')} {newCount > 0 && <b>{newCount}</b>}
        </Chip>
      </Chips>
      {newCount > 0 && (
        <TextButton icon="check-check" onClick={markAllRead}>
          {t('notifications.readall')}
        </TextButton>
      )}
    </div>
  )
}
