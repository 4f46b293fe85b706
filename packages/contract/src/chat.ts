import Type, { type Static } from 'typebox'
import { isBlank } from './blank.ts'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, Id, Instant, Media, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { LiveEvent, ReportBody } from './feed.ts'
import { MAX_TMP_ID_LENGTH, VIDEO_ID } from './publish.ts'
import type { RuleBreak } from './errors.ts'

/** Of a text, in characters: with its frame it stays far below what a socket takes. */
export const MAX_MESSAGE_LENGTH = 4_000
export const MESSAGES_PER_PAGE = 30
/** How long whoever sent a message may take it away for everybody. */
export const DELETE_WITHIN_MS = 15 * 60_000
/** Messages of one member within `MESSAGE_WINDOW_MS`, over all sockets and calls. */
export const MESSAGES_PER_WINDOW = 60
export const MESSAGE_WINDOW_MS = 10_000
/** Missing messages that one `resume` brings; of more the client fetches its pages anew. */
export const MOST_RESUMED = 500
/** People that a page of neighbours shows, and that the list without pages names at most. */
export const NEIGHBORS_PER_PAGE = 50
export const MAX_NEIGHBOR_SEARCH_LENGTH = 100
/** Members of a group that a conversation names; `membersCount` counts all. */
export const MOST_MEMBERS_NAMED = 100

/** The group's own lines, which nobody has to read: who came and left, and that its post was changed or called off. */
export const lineTypes = ['joined', 'left', 'changed', 'calledoff'] as const
export type LineType = (typeof lineTypes)[number]
export const isLine = (type: string | null | undefined): type is LineType =>
  (lineTypes as readonly (string | null | undefined)[]).includes(type)
/** `event` and `interested` link an event. */
export const messageTypes = ['event', 'interested', ...lineTypes] as const
export type MessageType = (typeof messageTypes)[number]
const sentTypes = ['event', 'interested'] as const

const Location = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
})

/**
 * A message as one of its conversation sees it. `place` counts from 1 without gaps; what is deleted keeps its place and
 * says nothing any more.
 */
/**
 * A message. How many are not read is told of a conversation (`notRead`), `files` are what is sent (`image` is what
 * came of them), and whether it came by the live connection or by a call is the same to everybody.
 */
const SeenMessage = Type.Object({
  _id: Id,
  conversationId: Id,
  place: Type.Integer(),
  from: Id,
  to: Type.Optional(Id),
  eventId: Type.Optional(Id),
  event: Type.Optional(
    Type.Union([LiveEvent, Type.Null()], { description: 'the linked one; null where the viewer may not know of it' }),
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
  received: Type.Boolean({ description: 'by the other one; in a group by all the others' }),
  read: Type.Boolean({ description: 'by the other one; in a group by all the others' }),
  deleted: Type.Optional(Type.Literal(true)),
  hiddenByTeam: Type.Optional(
    Type.Literal(true, {
      description: 'the team has taken it out of sight: its author alone reads it, for others it is deleted',
    }),
  ),
})
export type SeenMessage = Static<typeof SeenMessage>

/** A message that this viewer may not see: its place is taken. */
const HiddenMessage = Type.Object({ conversationId: Id, place: Type.Integer(), hidden: Type.Literal(true) })

export const Message = Type.Union([SeenMessage, HiddenMessage])
export type Message = Static<typeof Message>

export const isSeen = (message: Message): message is SeenMessage => !('hidden' in message)

const Person = Type.Interface([Author], { online: Type.Boolean() })
export type Person = Static<typeof Person>

const lastOf = {
  notRead: Type.Integer({ description: 'messages of others that the viewer sees and has not read; a hundred at most' }),
  conversationId: Type.Optional(Id),
  lastPlace: Type.Optional(Type.Integer()),
  lastMessage: Type.Optional(Type.Union([SeenMessage, Type.Null()], { description: 'the last that somebody wrote' })),
}

/** Somebody to write to, and how far it has come. */
export const ChatUser = Type.Interface([Person], {
  ...lastOf,
  elsewhere: Type.Optional(
    Type.Literal(true, { description: 'of another community of the organisation: found by `_id` alone' }),
  ),
})
export type ChatUser = Static<typeof ChatUser>

/** The group of an event. */
export const ChatGroup = Type.Object({
  event: LiveEvent,
  ...lastOf,
  conversationId: Id,
  members: Type.Integer({ description: 'how many are in it' }),
})
export type ChatGroup = Static<typeof ChatGroup>

/** A conversation as its viewer opens it; `_id` is null until somebody has written. */
export const Conversation = Type.Object({
  _id: Nullable(Id),
  user: Type.Optional(Person),
  event: Type.Optional(
    Type.Union([LiveEvent, Type.Null()], {
      description: 'of a group; of two people the one that was asked for with it',
    }),
  ),
  members: Type.Optional(Type.Array(Person, { description: `of a group, ${MOST_MEMBERS_NAMED} at most` })),
  membersCount: Type.Optional(Type.Integer()),
  lastPlace: Type.Integer(),
  readPlace: Type.Integer({ description: "the viewer's own" }),
  othersReceived: Type.Integer({ description: 'up to which all the others have received' }),
  othersRead: Type.Integer({ description: 'up to which all the others have read' }),
  firstContact: Type.Optional(
    Type.Object(
      {
        isMine: Type.Boolean({ description: 'the viewer is the one who begins' }),
        messageId: Nullable(Id),
        flagged: Type.Boolean({ description: 'the viewer has reported that message' }),
      },
      { description: 'one message in words alone, until the other one answers; absent where all may be written' },
    ),
  ),
  abilities: abilitiesOf('write', 'attach', 'attachLocation', 'block', 'flag'),
})
export type Conversation = Static<typeof Conversation>

export const listChatUsers = endpoint({
  method: 'GET',
  path: '/messages/users',
  summary: 'The people whom the viewer has written with, the latest first',
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})

export const listChatGroups = endpoint({
  method: 'GET',
  path: '/messages/events',
  summary: 'The groups of events that the viewer is in, the latest first',
  access: 'member',
  answer: Type.Array(ChatGroup),
  errors: [],
})

export const listNeighbors = endpoint({
  method: 'GET',
  path: '/messages/neighbors',
  summary: `Neighbours of the community, those who are there first, then by name: ${NEIGHBORS_PER_PAGE} at most`,
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})

export const searchNeighbors = endpoint({
  method: 'GET',
  path: '/messages/neighbors/search',
  summary: 'All neighbours of the community, in pages by name; `name` finds a part of what they are called',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    // it holds a name
    cursor: Type.Optional(Type.String({ maxLength: 600 })),
    name: Type.Optional(Type.String({ maxLength: MAX_NEIGHBOR_SEARCH_LENGTH })),
  }),
  answer: pageOf(ChatUser, Type.Object({})),
  errors: [],
})
export type NeighborsPage = Static<(typeof searchNeighbors)['answer']>

export const listEmployees = endpoint({
  method: 'GET',
  path: '/messages/employees',
  summary: "The community's team; 403 without its subscription",
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})

/** Whose conversation is meant: of two people by `userId` or `pseudo`, the group of an event by `eventId` alone. */
const Named = {
  userId: Type.Optional(Id),
  pseudo: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  eventId: Type.Optional(Id),
}

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'A conversation with its messages, the latest first; the first page says what it is',
  access: 'member',
  query: Type.Object({ ...Named, ...PageQuery }),
  answer: pageOf(Message, Type.Object({ conversation: Type.Optional(Conversation) })),
  errors: ['error404'],
})
export type MessagesPage = Static<(typeof listMessages)['answer']>

const TmpId = Type.String({ minLength: 1, maxLength: MAX_TMP_ID_LENGTH })

/** What is sent: a text, one attachment, a linked event, or a text with one of these. */
export const Outgoing = Type.Object({
  tmpId: TmpId,
  to: Type.Optional(Id),
  eventId: Type.Optional(Id),
  text: Type.Optional(Nullable(Type.String({ maxLength: MAX_MESSAGE_LENGTH }))),
  image: Type.Optional(
    Type.String({ maxLength: 100, description: 'the address of a picture that the sender has uploaded' }),
  ),
  location: Type.Optional(Location),
  youtubeVideoId: Type.Optional(Type.String({ pattern: VIDEO_ID.source })),
  messageType: Type.Optional(OneOf(sentTypes)),
})
export type Outgoing = Static<typeof Outgoing>

/** By the live connection, which takes no headers: `userId` is as whom it is meant, as a call says in `x-user`. */
export const OutgoingFrame = Type.Interface([Outgoing], { userId: Type.Optional(Id) })
export type OutgoingFrame = Static<typeof OutgoingFrame>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message; the same `tmpId` from the same user is the same message',
  access: 'member',
  whenSuspended: false,
  body: Type.Interface([Type.Omit(Outgoing, ['tmpId'])], { tmpId: Type.Optional(TmpId) }),
  files: true,
  answer: SeenMessage,
  errors: ['descriptionmandatory', 'minorfirstcontact', 'minorlocation', 'error404', 'toomanyrequests'],
})

export const exitChat = endpoint({
  method: 'POST',
  path: '/messages/exitchat',
  summary: 'Leave the screen of a conversation: it is read to its end',
  access: 'member',
  whenSuspended: true,
  body: Type.Object(Named),
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: ['error404'],
})

const one = Type.Object({ id: Id })
const itsId = Type.Object({ _id: Id })

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/messages/:id',
  summary: `Take one's own message away for everybody, within ${DELETE_WITHIN_MS / 60_000} minutes`,
  access: 'member',
  whenSuspended: false,
  params: one,
  answer: itsId,
  errors: ['error404'],
})

export const flagMessage = endpoint({
  method: 'PUT',
  path: '/messages/flag/:id',
  summary: "Report another's message to the team, with five on either side; once a day for each message",
  access: 'member',
  whenSuspended: false,
  params: one,
  body: ReportBody,
  bodyOptional: true,
  answer: itsId,
  errors: ['error404', 'toomanyrequests'],
})

/**
 * What is told of a conversation while it goes on. `place`: up to which, for this viewer, `userId` or all the others
 * have come.
 */
export interface Receipt {
  conversationId: string
  userId: string
  place: number
}

declare module './realtime.ts' {
  interface ServerMessages {
    'message.created': Message
    /** It was deleted, or what it links has become known. */
    'message.updated': Message
    'message.received': Receipt
    'message.read': Receipt
    'message.typing': { conversationId: string; userId: string }
  }
  interface ClientFrames {
    message: OutgoingFrame
    received: { conversationId: string; place: number }
    read: { conversationId: string; place: number }
    typing: { to?: string; eventId?: string }
    /** `since`: ISO 8601, when the connection was last there. */
    resume: { conversations: Record<string, number>; since?: string }
  }
  interface ServerReplies {
    sent: { tmpId: string; message: SeenMessage }
    resumed: { truncated: boolean }
  }
}

/** What the composer and the server both ask of a message, in the order in which errors are told. */
export const checkMessage = ({ text, image, location, youtubeVideoId, to, eventId }: Outgoing): RuleBreak | null => {
  const attachments = [image, location, youtubeVideoId].filter(one => one !== undefined).length
  if (attachments > 1) return { key: 'badrequest', field: 'image' }
  const links = to !== undefined && eventId !== undefined
  if (attachments === 0 && !links && isBlank(text)) return { key: 'descriptionmandatory', field: 'text' }
  return null
}
