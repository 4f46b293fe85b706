import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { NotificationsPanel } from '#web/features/notifications/NotificationsPanel.tsx'
import { NotificationsView } from '#web/features/notifications/NotificationsView.tsx'
import type { Places } from '#web/features/notifications/places.ts'
import { endsSession, useSwitch } from '#web/features/session/session.mutations.ts'
import { showToast } from '#web/ui/toasts.ts'

const app = getRouteApi('/$c/_app')

/** Whose frame it stands in. */
export interface NoticesPlace {
  community: Community
  session: SessionUser
}

const usePlaces = ({ community, session }: NoticesPlace): Places => {
  const { explain } = useText()
  const { _id, name, customUri, logoUri, timezone } = community
  const { memberships } = session
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
export const NoticesPanel = ({ onClose, ...place }: NoticesPlace & { onClose: () => void }) => (
  <NotificationsPanel places={usePlaces(place)} onClose={onClose} />
)

/** The same as a screen. */
export const NoticesScreen = () => {
  const { session } = app.useRouteContext()
  return <NotificationsView places={usePlaces({ community: app.useLoaderData(), session })} />
}
