import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { NotificationsPanel } from '#web/features/notifications/NotificationsPanel.tsx'
import { NotificationsView } from '#web/features/notifications/NotificationsView.tsx'
import type { ViewerCommunities } from '#web/features/notifications/places.ts'
import { endsSession, useSwitch } from '#web/features/session/session.mutations.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useMember } from './screen.ts'

export interface NotificationsContext {
  community: Community
  session: SessionUser
}

const useCommunities = ({ community, session }: NotificationsContext): ViewerCommunities => {
  const { explain } = useText()
  const { _id, name, customUri, logoUri, timezone } = community
  const { memberships } = session
  const switchCommunity = useSwitch()
  const current = { communityId: _id, name, customUri, logoUri }
  return {
    here: current,
    timezone,
    of: id => memberships.find(({ communityId }) => communityId === id) ?? current,
    goTo: ({ communityId }, href) =>
      switchCommunity.mutate(
        { communityId, next: href },
        {
          // If the switch ends the session, the log-in screen of that community explains why and leads to `href`.
          onError: error =>
            endsSession(error) ? location.assign(href) : showToast({ kind: 'error', text: explain(error) }),
        },
      ),
  }
}

export const NotificationsOverlay = ({ onClose, ...context }: NotificationsContext & { onClose: () => void }) => (
  <NotificationsPanel places={useCommunities(context)} onClose={onClose} />
)

export const NotificationsScreen = () => <NotificationsView places={useCommunities(useMember())} />
