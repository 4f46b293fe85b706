import { displayName } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Notification, NotificationKind } from '@parvis/contract/notifications.ts'
import { Link, useRouter } from '@tanstack/react-router'
import type { CSSProperties, MouseEvent } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { Picto } from '#web/ui/Picto.tsx'
import { withBoldNames } from '../isolate.tsx'
import { notificationLinkOf } from '../notification-target.ts'
import { notificationQuoteOf, notificationTextOf } from '../notification-text.ts'
import type { ViewerCommunity, ViewerCommunities } from '../places.ts'
import css from './NotificationRow.module.css'

export interface NotificationRowProps {
  notification: Notification
  isNew: boolean
  places: ViewerCommunities
  onOpen: () => void
}

const kindIcons = {
  answer: 'check',
  alert: 'bell-ring',
  message: 'message-square',
  welcome: 'hand',
  approval: 'clipboard-check',
  moderation: 'shield',
  changed: 'calendar-clock',
  calledoff: 'calendar-x',
} as const satisfies Record<NotificationKind, IconName>

/** One notification; it links to its subject, also in another community of the viewer. */
export const NotificationRow = ({ notification, isNew, places, onOpen }: NotificationRowProps) => {
  const { t, language } = useText()
  const { ago, recentTime: lately } = useFormat()
  const router = useRouter()
  const { kind, event, date } = notification
  const place = places.of(notification.communityId)
  const isElsewhere = place.communityId !== places.here.communityId
  const template = event?.template && textIn(language, event.template, 'name')
  const quote = notificationQuoteOf(notification, t, language)
  const target = notificationLinkOf(notification, place.customUri)
  const open = (click: MouseEvent) => {
    onOpen()
    // The link itself opens a notification of this community; the browser handles clicks with a modifier key.
    if (!isElsewhere || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return
    click.preventDefault()
    places.goTo(place, router.buildLocation(target).href)
  }
  return (
    <li data-new={isNew || undefined} className={css.item}>
      <Link className={css.row} {...target} preload={isElsewhere ? false : undefined} onClick={open}>
        <RowAvatars notification={notification} place={place} />
        <span className={css.words}>
          <span>{withBoldNames(notificationTextOf(notification, t, language, place.name))}</span>
          {quote && (
            <q className={css.quote} dir="auto">
              {quote}
            </q>
          )}
          <small>
            {isNew ? ago(date) : lately(date)}
            {kind === 'alert' && template && (
              <>
                {' · '}
                <bdi>{template}</bdi>
              </>
            )}
            {isElsewhere && (
              <>
                {' · '}
                <bdi>{place.name}</bdi>
              </>
            )}
          </small>
        </span>
        {isNew && <i className={css.dot} role="img" aria-label={t('notifications.unread')} />}
      </Link>
    </li>
  )
}

const RowAvatars = ({ notification, place }: { notification: Notification; place: ViewerCommunity }) => {
  const { kind, actors, event, with: other } = notification
  const group = kind === 'message' && other === undefined ? event?.template : null
  // These notifications are sent in the name of the community.
  const isOfCommunity = kind === 'welcome' || actors.length === 0
  const size = actors.length > 1 ? 's' : 'base'
  return (
    <span className={css.faces} data-pair={(kind !== 'welcome' && actors.length > 1) || undefined} aria-hidden="true">
      {group ? (
        <span className={css.tile} data-tinted style={{ '--hue': `var(--hue-${group.hue})` } as CSSProperties}>
          <Picto name={group.picto} />
        </span>
      ) : isOfCommunity ? (
        <Avatar name={place.name} photoUri={place.logoUri} subject="place" />
      ) : (
        actors
          .slice(0, 2)
          .map(actor => <Avatar key={actor._id} name={displayName(actor)} photoUri={actor.photoUri} size={size} />)
      )}
      <i className={css.kind} data-kind={kind}>
        {/* a later server version may send kinds that this app does not know */}
        <Icon name={kindIcons[kind] ?? 'bell'} size="s" />
      </i>
    </span>
  )
}
