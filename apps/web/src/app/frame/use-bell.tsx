import { type ReactNode, useState } from 'react'
import { useObservable } from '#web/kernel/observable.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { unreadCounter } from '#web/features/notifications/unread-count.ts'
import type { FrameBell } from '#web/ui/frame-context.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import type * as Panel from './NotificationScreens.tsx'
import type { NotificationsContext } from './NotificationScreens.tsx'

export const useBell = (context: NotificationsContext): { bell: FrameBell; panel: ReactNode } => {
  const { t } = useText()
  const count = useObservable(unreadCounter)
  const [part, setPart] = useState<typeof Panel | null>(null)
  const [open, setOpen] = useState(false)
  const onOpen = () => {
    setOpen(true)
    import('./load-panel.ts')
      .then(({ loadNotificationsPanel }) => loadNotificationsPanel())
      .then(setPart, error => {
        setOpen(false)
        onChunkLoadFailed(error)
      })
  }
  return {
    bell: { label: t('session.bell'), count, open, onOpen },
    panel: part && open && <part.NotificationsOverlay {...context} onClose={() => setOpen(false)} />,
  }
}
