import Type, { type Static } from 'typebox'
import { isBlank } from './blank.ts'
import { Author, Id, Instant, Media, Nullable, NullableText, OneOf } from './entity.ts'
import { FeedPost } from './feed.ts'
import { MAX_TMP_ID_LENGTH, VIDEO_ID_PATTERN } from './publish.ts'
import type { ValidationError } from './errors.ts'

/** Maximum number of characters. A message of this length stays far below the size limit of a WebSocket frame. */
export const MAX_MESSAGE_LENGTH = 4_000

/** In a group; they do not count as unread. `changed` and `calledoff` are about the group’s post. */
export const systemMessageTypes = ['joined', 'left', 'changed', 'calledoff'] as const
export type SystemMessageType = (typeof systemMessageTypes)[number]
export const isSystemMessageType = (type: string | null | undefined): type is SystemMessageType =>
  (systemMessageTypes as readonly (string | null | undefined)[]).includes(type)
/** `event` and `interested` messages link an event. */
export const messageTypes = ['event', 'interested', ...systemMessageTypes] as const
export type MessageType = (typeof messageTypes)[number]
const userMessageTypes = ['event', 'interested'] as const

const Location = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
})

/**
 * A message as a participant sees it. `place` is its number in the conversation, from 1 without gaps; a deleted message
 * keeps its number but has no content. The unread count is on the conversation (`notRead`).
 */
export const VisibleMessage = Type.Object({
  _id: Id,
  conversationId: Id,
  place: Type.Integer(),
  from: Id,
  to: Type.Optional(Id),
  eventId: Type.Optional(Id),
  event: Type.Optional(
    Type.Union([FeedPost, Type.Null()], {
      description: 'The linked event; null where the viewer may not know of it.',
    }),
  ),
  text: NullableText,
  image: Type.Optional(Media),
  location: Type.Optional(Location),
  youtubeVideoId: Type.Optional(Type.String()),
  videoTitle: Type.Optional(NullableText),
  messageType: Type.Optional(OneOf(messageTypes)),
  tmpId: Type.String(),
  meta: Type.Object({ user: Author }),
  date: Instant,
  sent: Type.Boolean(),
  received: Type.Boolean({ description: 'By the other person; in a group by all the others.' }),
  read: Type.Boolean({ description: 'By the other person; in a group by all the others.' }),
  deleted: Type.Optional(Type.Literal(true)),
  hiddenByTeam: Type.Optional(
    Type.Literal(true, {
      description: 'The team has hidden it: only its author can read it, for others it is deleted.',
    }),
  ),
})
export type VisibleMessage = Static<typeof VisibleMessage>

/** A message that this viewer may not see; only its number (`place`) is sent. */
const HiddenMessage = Type.Object({ conversationId: Id, place: Type.Integer(), hidden: Type.Literal(true) })

export const Message = Type.Union([VisibleMessage, HiddenMessage])
export type Message = Static<typeof Message>

export const isVisibleMessage = (message: Message): message is VisibleMessage => !('hidden' in message)

export const TmpId = Type.String({ minLength: 1, maxLength: MAX_TMP_ID_LENGTH })

/** A text, one attachment, a linked event, or a text with one of these. */
export const OutgoingMessage = Type.Object({
  tmpId: TmpId,
  to: Type.Optional(Id),
  eventId: Type.Optional(Id),
  text: Type.Optional(Nullable(Type.String({ maxLength: MAX_MESSAGE_LENGTH }))),
  image: Type.Optional(
    Type.String({ maxLength: 100, description: 'The address of a picture that the sender has uploaded.' }),
  ),
  location: Type.Optional(Location),
  youtubeVideoId: Type.Optional(Type.String({ pattern: VIDEO_ID_PATTERN.source })),
  messageType: Type.Optional(OneOf(userMessageTypes)),
})
export type OutgoingMessage = Static<typeof OutgoingMessage>

/** A WebSocket frame has no headers: `userId` is the intended sender, as in the `x-user` header of a call. */
export const OutgoingMessageFrame = Type.Interface([OutgoingMessage], { userId: Type.Optional(Id) })
export type OutgoingMessageFrame = Static<typeof OutgoingMessageFrame>

export const validateMessage = ({
  text,
  image,
  location,
  youtubeVideoId,
  to,
  eventId,
}: OutgoingMessage): ValidationError | null => {
  const attachments = [image, location, youtubeVideoId].filter(one => one !== undefined).length
  if (attachments > 1) return { key: 'badrequest', field: 'image' }
  const links = to !== undefined && eventId !== undefined
  if (attachments === 0 && !links && isBlank(text)) return { key: 'descriptionmandatory', field: 'text' }
  return null
}
