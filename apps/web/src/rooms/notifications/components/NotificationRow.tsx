import { displayName } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { withBold } from '../isolated.tsx'
import { textOf } from '../notification-text.ts'
import css from './NotificationRow.module.css'

export interface NotificationRowProps {
  notification: Notification
  isNew: boolean
  customUri: string
  onOpen: () => void
}

const kindIcons = { answer: 'check', alert: 'bell-ring' } as const

/** One thing that its reader was told; it leads to its post. */
export const NotificationRow = ({ notification, isNew, customUri, onOpen }: NotificationRowProps) => {
  const { t, language } = useText()
  const { ago } = useFormat()
  const { kind, event, date } = notification
  const template = event?.template && textIn(language, event.template, 'name')
  return (
    <li data-new={isNew || undefined} className={css.item}>
      <Link
        className={css.row}
        to="/$c/actualites/publication"
        params={{ c: customUri }}
        search={{ id: event?._id ?? '' }}
        onClick={onOpen}
      >
        <Faces notification={notification} />
        <span className={css.words}>
          <span>{withBold(textOf(notification, t, language))}</span>
          <small>
            {ago(date)}
            {kind === 'alert' && template && (
              <>
                {' · '}
                <bdi>{template}</bdi>
              </>
            )}
          </small>
        </span>
        {isNew && <i className={css.dot} role="img" aria-label={t('notifications.unread')} />}
      </Link>
    </li>
  )
}

const Faces = ({ notification: { actors, kind } }: Pick<NotificationRowProps, 'notification'>) => {
  const two = actors.slice(0, 2)
  return (
    <span className={css.faces} data-pair={two.length > 1 || undefined} aria-hidden="true">
      {two.map(actor => (
        <Avatar
          key={actor._id}
          name={displayName(actor)}
          photoUri={actor.photoUri}
          size={two.length > 1 ? 's' : 'base'}
        />
      ))}
      <i className={css.kind} data-kind={kind}>
        <Icon name={kindIcons[kind]} size="s" />
      </i>
    </span>
  )
}
