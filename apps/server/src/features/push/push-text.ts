import { displayName } from '@parvis/contract/entity.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { PushPayload } from '@parvis/contract/push-payload.ts'
import type { NotificationDelivery } from '#server/kernel/notification-subject.ts'
import { translatorFor } from '#server/kernel/texts.ts'

interface NamedCommunity {
  name: string
  custom_uri: string
}

/** Returns the payload of a push. It names the person and the kind of action, never the content. */
export const pushText = (
  notification: Notification,
  { textKey, path, soundsAgain = false }: NotificationDelivery,
  { language, community, tag }: { language: Language; community: NamedCommunity; tag: string },
): PushPayload => {
  const t = translatorFor(language)
  const { kind, count, actors } = notification
  const action = t(`push.${textKey(notification)}`, { count })
  const [author] = actors
  const common = { lang: language, tag, path: `/${community.custom_uri}/${path(notification)}` }
  // without an author the community is the sender
  if (!author) return { ...common, title: community.name, body: action, again: false }
  const name = displayName(author)
  return {
    ...common,
    title: kind === 'answer' && count > 1 ? t('push.who', { name, more: count - 1 }) : name,
    body: t('push.where', { what: action, community: community.name }),
    // each message and each change makes a sound; of several answers to a post only the first one does
    again: soundsAgain,
  }
}
