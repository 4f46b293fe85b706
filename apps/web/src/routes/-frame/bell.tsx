import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { unreadCounter } from '#web/features/notifications/unread-count.ts'
import type { FrameBell } from '#web/ui/frame-context.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import type * as Panel from './Notices.tsx'

/** The bell of the frame, and the notifications panel that it opens. */
export const useBell = (place: Panel.NoticesPlace): { bell: FrameBell; panel: ReactNode } => {
  const { t } = useText()
  const count = useSyncExternalStore(unreadCounter.subscribe, unreadCounter.count)
  const [part, setPart] = useState<typeof Panel | null>(null)
  const [open, setOpen] = useState(false)
  const onOpen = () => {
    setOpen(true)
    import('./panel.ts')
      .then(({ loadPanel }) => loadPanel())
      .then(setPart, error => {
        setOpen(false)
        onLostPart(error)
      })
  }
  return {
    bell: { label: t('session.bell'), count, open, onOpen },
    panel: part && open && <part.NoticesPanel {...place} onClose={() => setOpen(false)} />,
  }
}
