import { useText } from '#web/kernel/text/i18n.ts'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { MessageTime } from './Bubble.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { VideoCard } from './VideoCard.tsx'
import type { PendingMessage } from '../pending-messages.ts'
import css from './Bubble.module.css'
import waitingCss from './PendingBubble.module.css'

/** Bubble of a message that is still in the outbox. */
export const PendingBubble = ({ pending, joined }: { pending: PendingMessage; joined: boolean }) => {
  const { t } = useText()
  const { payload: message, photo, date, refused } = pending
  const media = photo ? (
    <BlobImage className={waitingCss.photo} blob={photo} alt={t('messages.list.photo')} />
  ) : message.image ? (
    <img className={waitingCss.photo} src={`${message.image}/card`} alt={t('messages.list.photo')} />
  ) : message.youtubeVideoId ? (
    <VideoCard videoId={message.youtubeVideoId} title={null} poster={null} />
  ) : message.location ? (
    <PlaceCard point={message.location} />
  ) : null
  const time = <MessageTime date={date} state={refused ? 'refused' : 'pending'} />
  return (
    <div className={css.bubble} data-mine data-joined={joined || undefined} data-media={media ? '' : undefined}>
      {media}
      {message.text ? (
        <p dir="auto">
          <LinkedText text={message.text} />
          {time}
        </p>
      ) : (
        time
      )}
    </div>
  )
}
