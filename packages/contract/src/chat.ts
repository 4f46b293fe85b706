import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { abilitiesOf, Author, Id, Nullable, PageQuery, pageOf } from './entity.ts'
import { FeedPost, ReportBody } from './feed.ts'
import { Message, OutgoingMessage, type OutgoingMessageFrame, TmpId, VisibleMessage } from './messages.ts'

export {
  MAX_MESSAGE_LENGTH,
  Message,
  type MessageType,
  OutgoingMessage,
  OutgoingMessageFrame,
  type SystemMessageType,
  type VisibleMessage,
  isSystemMessageType,
  isVisibleMessage,
  messageTypes,
  systemMessageTypes,
  validateMessage,
} from './messages.ts'

export const MESSAGES_PER_PAGE = 30
/** How long the sender may delete a message for everybody. */
export const DELETE_WITHIN_MS = 15 * 60_000
/** Rate limit: messages of one member within `MESSAGE_WINDOW_MS`, over the live connection and HTTP together. */
export const MESSAGES_PER_WINDOW = 60
export const MESSAGE_WINDOW_MS = 10_000
/** Maximum number of missed messages that one `resume` replays; if more are missed, the client reloads its pages. */
export const MAX_RESUMED_MESSAGES = 500
export const NEIGHBORS_PER_PAGE = 50
export const MAX_NEIGHBOR_SEARCH_LENGTH = 100
/** The maximum number of members that a group conversation names; `membersCount` counts all. */
export const MAX_NAMED_MEMBERS = 100

const Person = Type.Interface([Author], { online: Type.Boolean() })
export type Person = Static<typeof Person>

const ConversationSummary = {
  notRead: Type.Integer({ description: 'Unread messages of others that the viewer can see; at most a hundred.' }),
  conversationId: Type.Optional(Id),
  lastPlace: Type.Optional(Type.Integer()),
  lastMessage: Type.Optional(
    Type.Union([VisibleMessage, Type.Null()], { description: 'The last message that somebody wrote.' }),
  ),
}

export const ChatUser = Type.Interface([Person], {
  ...ConversationSummary,
  elsewhere: Type.Optional(
    Type.Literal(true, {
      description: 'The person belongs to another community of the organisation and is only found by `_id`.',
    }),
  ),
})
export type ChatUser = Static<typeof ChatUser>

export const ChatGroup = Type.Object({
  event: FeedPost,
  ...ConversationSummary,
  conversationId: Id,
  members: Type.Integer({ description: 'The number of members.' }),
})
export type ChatGroup = Static<typeof ChatGroup>

/** A conversation as its viewer opens it; `_id` is null until the first message is sent. */
export const Conversation = Type.Object({
  _id: Nullable(Id),
  user: Type.Optional(Person),
  event: Type.Optional(
    Type.Union([FeedPost, Type.Null()], {
      description: 'The event of a group; between two people the one that was requested with it.',
    }),
  ),
  members: Type.Optional(Type.Array(Person, { description: `The members of a group, ${MAX_NAMED_MEMBERS} at most.` })),
  membersCount: Type.Optional(Type.Integer()),
  lastPlace: Type.Integer(),
  readPlace: Type.Integer({ description: 'The place up to which the viewer has read.' }),
  othersReceived: Type.Integer({ description: 'The place up to which all the others have received.' }),
  othersRead: Type.Integer({ description: 'The place up to which all the others have read.' }),
  firstContact: Type.Optional(
    Type.Object(
      {
        isMine: Type.Boolean({ description: 'True when the viewer starts the conversation.' }),
        messageId: Nullable(Id),
        flagged: Type.Boolean({ description: 'True when the viewer has reported that message.' }),
      },
      {
        description:
          'Until the other person answers, one message with text only is allowed; absent where there is no such restriction.',
      },
    ),
  ),
  abilities: abilitiesOf('write', 'attach', 'attachLocation', 'block', 'flag'),
})
export type Conversation = Static<typeof Conversation>

export const listChatUsers = endpoint({
  method: 'GET',
  path: '/messages/users',
  summary: 'List the people with whom the viewer has a conversation, the latest first',
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})

export const listChatGroups = endpoint({
  method: 'GET',
  path: '/messages/events',
  summary: 'List the event groups of the viewer, the latest first',
  access: 'member',
  answer: Type.Array(ChatGroup),
  errors: [],
})

export const listNeighbors = endpoint({
  method: 'GET',
  path: '/messages/neighbors',
  summary: `List neighbours of the community, those online first, then by name: ${NEIGHBORS_PER_PAGE} at most`,
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})

export const searchNeighbors = endpoint({
  method: 'GET',
  path: '/messages/neighbors/search',
  summary: 'List all neighbours of the community by name, in pages; `name` matches any part of their name',
  access: 'member',
  query: Type.Object({
    ...PageQuery,
    // The cursor is long because it contains a name.
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
  summary: "List the community's team; 403 if the community has no subscription",
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})

/** Identifies a conversation: a private one by `userId` or `pseudo`, the group of an event by `eventId` alone. */
const ConversationQuery = {
  userId: Type.Optional(Id),
  pseudo: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  eventId: Type.Optional(Id),
}

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'Get a conversation with its messages, the latest first; only the first page describes the conversation',
  access: 'member',
  query: Type.Object({ ...ConversationQuery, ...PageQuery }),
  answer: pageOf(Message, Type.Object({ conversation: Type.Optional(Conversation) })),
  errors: ['error404'],
})
export type MessagesPage = Static<(typeof listMessages)['answer']>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message; `tmpId` makes the call idempotent for its user',
  access: 'member',
  allowSuspended: false,
  body: Type.Interface([Type.Omit(OutgoingMessage, ['tmpId'])], { tmpId: Type.Optional(TmpId) }),
  files: true,
  answer: VisibleMessage,
  errors: ['descriptionmandatory', 'minorfirstcontact', 'minorlocation', 'error404', 'toomanyrequests'],
})

export const exitChat = endpoint({
  method: 'POST',
  path: '/messages/exitchat',
  summary: 'Leave the screen of a conversation, which marks it as read',
  access: 'member',
  allowSuspended: true,
  body: Type.Object(ConversationQuery),
  answer: Type.Object({ _id: Nullable(Id) }),
  errors: ['error404'],
})

const MessageParams = Type.Object({ id: Id })
const IdAnswer = Type.Object({ _id: Id })

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/messages/:id',
  summary: `Delete one's own message for everybody, within ${DELETE_WITHIN_MS / 60_000} minutes`,
  access: 'member',
  allowSuspended: false,
  params: MessageParams,
  answer: IdAnswer,
  errors: ['error404'],
})

export const flagMessage = endpoint({
  method: 'PUT',
  path: '/messages/flag/:id',
  summary:
    "Report another person's message to the team, with five messages before and after it; once a day for each message",
  access: 'member',
  allowSuspended: false,
  params: MessageParams,
  body: ReportBody,
  bodyOptional: true,
  answer: IdAnswer,
  errors: ['error404', 'toomanyrequests'],
})

/** A read or delivery receipt: `userId` has read or received all messages up to number `place`. */
export interface Receipt {
  conversationId: string
  userId: string
  place: number
}

declare module './realtime.ts' {
  interface ServerMessages {
    'message.created': Message
    /** The message was deleted, or the title of a linked video is now known. */
    'message.updated': Message
    'message.received': Receipt
    'message.read': Receipt
    'message.typing': { conversationId: string; userId: string }
  }
  interface ClientFrames {
    message: OutgoingMessageFrame
    received: { conversationId: string; place: number }
    read: { conversationId: string; place: number }
    typing: { to?: string; eventId?: string }
    /** `since`: when the connection was last open, in ISO 8601. */
    resume: { conversations: Record<string, number>; since?: string }
  }
  interface ServerReplies {
    sent: { tmpId: string; message: VisibleMessage }
    resumed: { truncated: boolean }
  }
}
