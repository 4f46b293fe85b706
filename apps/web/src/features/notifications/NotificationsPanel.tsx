import { useText } from '#web/kernel/text/i18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconLink } from '#web/ui/IconLink.tsx'
import { NotificationsBody } from './components/NotificationsBody.tsx'
import { NotificationsTools } from './components/NotificationsTools.tsx'
import { QuietHoursNotice } from './components/QuietHoursNotice.tsx'
import type { ViewerCommunities } from './places.ts'
import { useNotifications } from './use-notifications.ts'
import css from './NotificationsPanel.module.css'

export interface NotificationsPanelProps {
  places: ViewerCommunities
  onClose: () => void
}

/** The list of notifications: in a sheet on phones, in a panel beside the navigation rail on wide screens. */
export const NotificationsPanel = ({ places, onClose }: NotificationsPanelProps) => {
  const { t } = useText()
  const list = useNotifications()
  return (
    <Dialog
      title={t('notifications.title')}
      className={css.panel}
      onClose={onClose}
      headerTools={
        <IconLink
          icon="settings-2"
          label={t('notifications.settings')}
          to="/$c/parametres"
          params={{ c: places.here.customUri }}
          onClick={onClose}
        />
      }
      subheader={<NotificationsTools list={list} />}
    >
      <QuietHoursNotice places={places} onLeave={onClose} />
      <NotificationsBody list={list} places={places} heading="h3" onOpened={onClose} />
    </Dialog>
  )
}
