import type { Message, VisibleMessage } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { presentMedia } from '#server/kernel/picture.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import type { MessageRow } from './message.queries.ts'

export interface MessageView {
  userId: string
  blockedIds: readonly string[]
  pairUserIds: readonly string[] | null
  eventId: string | null
  /** Places of the last message received by all others, read by all others, and read by the viewer. */
  othersReceived: number
  othersRead: number
  readPlace: number
  eventOf(row: MessageRow): FeedPost | null
}

const presentLink = (row: MessageRow, { eventId, eventOf }: MessageView): Pick<VisibleMessage, 'eventId' | 'event'> => {
  if (eventId) return { eventId }
  return row.event_id ? { eventId: row.event_id, event: eventOf(row) } : {}
}

const presentContent = (row: MessageRow, view: MessageView) => ({
  ...presentLink(row, view),
  ...(row.image && { image: presentMedia(row.image) }),
  ...(row.latitude !== null &&
    row.longitude !== null && { location: { latitude: row.latitude, longitude: row.longitude } }),
  ...(row.youtube_video_id && { youtubeVideoId: row.youtube_video_id, videoTitle: row.video_title }),
})

export const presentMessage = (row: MessageRow, view: MessageView): Message => {
  if (view.blockedIds.includes(row.user_id))
    return { conversationId: row.conversation_id, place: row.place, hidden: true }
  return presentVisibleMessage(row, view)
}

/** The event to which a message links; for a hidden message, the one to which it linked before. */
export const linkedEventOf = ({ event_id, event_community_id, deleted_at, retained }: MessageRow) => {
  const [eventId, communityId] = retained
    ? [retained.event_id, retained.event_community_id]
    : deleted_at
      ? [null, null]
      : [event_id, event_community_id]
  return eventId && communityId ? { eventId, communityId } : null
}

/** Authors keep seeing their hidden message unchanged; only after the decision is it marked as hidden. */
const asAuthorSees = (row: MessageRow): MessageRow => {
  if (!row.retained) return row
  const { told, ...content } = row.retained
  return { ...row, ...content, deleted_at: null, hidden_at: told ? row.hidden_at : null }
}

export const presentVisibleMessage = (original: MessageRow, view: MessageView): VisibleMessage => {
  const to = view.pairUserIds?.find(id => id !== original.user_id)
  const isMine = original.user_id === view.userId
  const row = isMine ? asAuthorSees(original) : original
  return {
    _id: row.id,
    conversationId: row.conversation_id,
    place: row.place,
    from: row.user_id,
    ...(to && { to }),
    text: row.text,
    ...(row.deleted_at ? (view.eventId ? { eventId: view.eventId } : {}) : presentContent(row, view)),
    ...(row.message_type && { messageType: row.message_type }),
    tmpId: row.tmp_id,
    meta: { user: presentAuthor(row.author) },
    date: row.created_at.toISOString(),
    sent: true,
    received: isMine ? row.place <= view.othersReceived : true,
    read: row.place <= (isMine ? view.othersRead : view.readPlace),
    ...(row.deleted_at && { deleted: true as const }),
    ...(row.hidden_at && { hiddenByTeam: true as const }),
  }
}
