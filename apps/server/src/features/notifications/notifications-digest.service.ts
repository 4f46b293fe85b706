// A digest lists the unread messages and answers, without their texts.
import { displayName } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import { type DigestContext, type DigestPart, shorten } from '#server/kernel/digest-part.ts'
import type { MailSection } from '#server/kernel/mail/mail-lists.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { findUnreadNotificationsSince } from './notifications.service.ts'

type Texts = ReturnType<typeof translatorFor>
type Item = MailSection['items'][number]

const actorText = ({ actors, count }: Notification, t: Texts): string => {
  const [first] = actors.filter(({ deleted }) => !deleted)
  const name = first ? displayName(first) : t('digest.somebody')
  return count > 1 ? t('push.who', { name, more: count - 1 }) : name
}

/** Contains the senders and the number of messages, never their text. */
const messageItem = (notification: Notification, { homeUrl }: DigestContext, t: Texts): Item => {
  const other = notification.with
  return {
    title:
      notification.actors
        .filter(({ deleted }) => !deleted)
        .map(displayName)
        .join(', ') || t('digest.somebody'),
    detail: t(other === undefined ? 'digest.messages.group' : 'digest.messages.count', { count: notification.count }),
    href:
      other === undefined
        ? `${homeUrl}/conversations-de-groupe/${notification.event?._id}`
        : `${homeUrl}/mes-conversations/${encodeURIComponent(other)}`,
  }
}

const answerItem = (notification: Notification, { language, homeUrl }: DigestContext, t: Texts): Item[] => {
  const { event } = notification
  if (!event) return []
  const title = textIn(language, event, 'title')
  return [
    {
      title: t('digest.answers.item', { who: actorText(notification, t), count: notification.count }),
      ...(title && { detail: shorten(title) }),
      href: `${homeUrl}/actualites/publication?id=${event._id}`,
    },
  ]
}

export const digestNotifications = async (platform: Platform, context: DigestContext): Promise<DigestPart[]> => {
  const { actor, language, since } = context
  const t = translatorFor(language)
  const found = await findUnreadNotificationsSince(platform, actor, ['message', 'answer'], since)
  const messages = found.filter(({ kind }) => kind === 'message')
  const answers = found.filter(({ kind }) => kind === 'answer')
  const parts: DigestPart[] = []
  if (messages.length > 0)
    parts.push({
      place: 'personal',
      summary: t('digest.count.messages', { count: messages.reduce((sum, { count }) => sum + count, 0) }),
      render: () => ({ title: t('digest.messages'), items: messages.map(one => messageItem(one, context, t)) }),
    })
  if (answers.length > 0)
    parts.push({
      place: 'personal',
      summary: t('digest.count.answers', { count: answers.length }),
      render: () => ({ title: t('digest.answers'), items: answers.flatMap(one => answerItem(one, context, t)) }),
    })
  return parts
}
