import { getRouteApi } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { NotificationsPanel } from '#web/rooms/notifications/NotificationsPanel.tsx'
import { NotificationsView } from '#web/rooms/notifications/NotificationsView.tsx'
import type { Places } from '#web/rooms/notifications/places.ts'
import { endsSession, useSwitch } from '#web/rooms/session/session.mutations.ts'
import { showToast } from '#web/ui/toasts.ts'

const app = getRouteApi('/$c/_app')

const usePlaces = (): Places => {
  const { explain } = useText()
  const { _id, name, customUri, logoUri, timezone } = app.useLoaderData()
  const { memberships } = app.useRouteContext().session
  const change = useSwitch()
  const here = { communityId: _id, name, customUri, logoUri }
  return {
    here,
    timezone,
    of: id => memberships.find(({ communityId }) => communityId === id) ?? here,
    goTo: ({ communityId }, href) =>
      change.mutate(
        { communityId, next: href },
        {
          // the door there says what is the matter, and leads on to it
          onError: error =>
            endsSession(error) ? location.assign(href) : showToast({ kind: 'error', text: explain(error) }),
        },
      ),
  }
}

/** What its reader was told, in all their communities, over whatever screen they are on. */
export const NoticesPanel = ({ onClose }: { onClose: () => void }) => (
  <NotificationsPanel places={usePlaces()} onClose={onClose} />
)

/** The same as a screen. */
export const NoticesScreen = () => <NotificationsView places={usePlaces()} />
