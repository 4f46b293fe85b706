import { displayName } from '@parvis/contract/entity.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { PushPayload } from '@parvis/contract/push-payload.ts'
import { translatorFor } from '#server/kernel/texts.ts'

interface NamedCommunity {
  name: string
  custom_uri: string
}

const isForStaff = (notification: Notification['moderation']) =>
  notification?.news === 'report' || notification?.news === 'appeal'

const pathOf = ({ kind, event, with: other, approval, moderation }: Notification): string => {
  switch (kind) {
    case 'message':
      return other === undefined
        ? `conversations-de-groupe/${event?._id}`
        : `mes-conversations/${encodeURIComponent(other)}`
    case 'approval':
      if (approval?.state === 'waiting') return 'gestion'
      if (!approval?.deal) return 'actualites'
      return `${approval.state === 'approved' ? 'annonce' : 'vie-locale/edition'}?id=${approval.deal._id}`
    case 'moderation':
      return isForStaff(moderation)
        ? `gestion/signalement?id=${moderation?.caseId}`
        : `regles?decision=${moderation?.caseId}`
    case 'alert':
    case 'answer':
    case 'welcome':
    case 'changed':
    case 'calledoff':
      return `actualites/publication?id=${event?._id}`
  }
}

const textKeyOf = ({ kind, with: other, approval, moderation }: Notification) => {
  if (kind === 'message') return other === undefined ? 'group' : 'message'
  if (kind === 'approval') return approval?.state === 'waiting' ? 'approval.waiting' : 'approval.given'
  if (kind === 'moderation') return isForStaff(moderation) ? 'moderation.team' : 'moderation.author'
  return kind
}

/** Returns the payload of a push. It names the person and the kind of action, never the content. */
export const pushText = (
  notification: Notification,
  { language, community, tag }: { language: Language; community: NamedCommunity; tag: string },
): PushPayload => {
  const t = translatorFor(language)
  const { kind, count, actors } = notification
  const action = t(`push.${textKeyOf(notification)}`, { count })
  const [author] = actors
  const common = { lang: language, tag, path: `/${community.custom_uri}/${pathOf(notification)}` }
  // without an author the community is the sender
  if (!author) return { ...common, title: community.name, body: action, again: false }
  const name = displayName(author)
  return {
    ...common,
    title: kind === 'answer' && count > 1 ? t('push.who', { name, more: count - 1 }) : name,
    body: t('push.where', { what: action, community: community.name }),
    // each message and each change makes a sound; of several answers to a post only the first one does
    again: kind === 'message' || kind === 'changed' || kind === 'calledoff',
  }
}
