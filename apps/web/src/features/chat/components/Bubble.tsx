import type { VisibleMessage } from '@parvis/contract/chat.ts'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import typography from '#web/ui/typography.module.css'
import { chatName } from '../chat-name.ts'
import { useLongPress } from '../use-long-press.ts'
import { PlaceCard } from './PlaceCard.tsx'
import { type DeliveryState, Ticks } from './Ticks.tsx'
import { VideoCard } from './VideoCard.tsx'
import css from './Bubble.module.css'

const MAX_RATIO = 8 / 5
const SIZES = '17.5rem'

export interface BubbleProps {
  message: VisibleMessage
  isMine: boolean
  /** Whether the message directly follows one by the same author. */
  joined: boolean
  /** Name of the author; null where the conversation makes the author obvious. */
  name: string | null
  /** Delivery state of a message of the viewer; null for messages of others. */
  state: DeliveryState | null
  isGroup: boolean
  menu: ReactNode
}

export const Bubble = ({ message, isMine, joined, name, state, isGroup, menu }: BubbleProps) => {
  const { t } = useText()
  const { text, image, location, youtubeVideoId } = message
  // Touch screens have no hover, so a long press opens the menu of a message.
  const { pressed, handlers } = useLongPress(row => row.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click())
  const time = <MessageTime date={message.date} state={state} isGroup={isGroup} />
  if (message.deleted)
    return (
      <div className={css.bubble} data-mine={isMine || undefined} data-joined={joined || undefined} data-deleted>
        {t(message.hiddenByTeam ? 'messages.deleted.team' : isMine ? 'messages.deleted.mine' : 'messages.deleted')}
        <MessageTime date={message.date} state={null} />
      </div>
    )
  const media = youtubeVideoId ? (
    <VideoCard videoId={youtubeVideoId} title={message.videoTitle ?? null} poster={image ?? null} />
  ) : image ? (
    <Link className={css.photo} to="/zoom-image" search={{ uri: image.uri }} preload={false}>
      <Photo
        media={image}
        alt={t('messages.photo.alt', { name: chatName(message.meta.user) })}
        ratio={Math.max(3 / 4, Math.min(MAX_RATIO, image.width / image.height))}
        sizes={SIZES}
      />
      <span className={typography.hidden}>{t('messages.photo.zoom')}</span>
    </Link>
  ) : location ? (
    <PlaceCard point={location} />
  ) : null
  // A message that contains only the link of a post is rendered as the card of the post, without a bubble.
  if (!media && !text) return null
  return (
    <div className={css.row} data-mine={isMine || undefined} data-pressed={pressed || undefined} {...handlers}>
      <div
        className={css.bubble}
        data-mine={isMine || undefined}
        data-joined={joined || undefined}
        data-media={media ? '' : undefined}
        data-hidden={message.hiddenByTeam}
      >
        {name ? (
          <b className={css.name} dir="auto">
            {name}
          </b>
        ) : (
          // Screen readers convey neither side nor colour, so a hidden text names the author.
          <span className={typography.hidden}>
            {t(isMine ? 'messages.author.you' : 'messages.author', { name: chatName(message.meta.user) })}{' '}
          </span>
        )}
        {media}
        {text ? (
          <p dir="auto">
            <LinkedText text={text} />
            {time}
          </p>
        ) : (
          time
        )}
      </div>
      {menu}
      {message.hiddenByTeam && <WhyHidden id={message._id} />}
    </div>
  )
}

/** Explanation under a message of the viewer that the team has hidden from everybody else. */
const WhyHidden = ({ id }: { id: string }) => {
  const { t } = useText()
  const { c = '' } = useParams({ strict: false })
  return (
    <p className={css.why}>
      <Icon name="eye-off" size="s" />
      {t('messages.deleted.team')}
      {'\u00a0· '}
      <Link className={typography.link} to="/$c/regles" params={{ c }} search={{ decision: id }}>
        {t('messages.hidden.why')}
      </Link>
    </p>
  )
}

export const MessageTime = ({
  date,
  state,
  isGroup = false,
}: {
  date: string
  state: DeliveryState | null
  isGroup?: boolean
}) => {
  const { time, ago } = useFormat()
  return (
    <span className={css.time}>
      <time dateTime={date} title={ago(date)}>
        {time(date)}
      </time>
      {state && <Ticks state={state} group={isGroup} />}
    </span>
  )
}
