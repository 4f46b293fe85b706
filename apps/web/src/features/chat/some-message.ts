import type { Conversation, MessagesPage, VisibleMessage } from '@parvis/contract/chat.ts'
import type { Thread } from './chat.queries.ts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const [ME, OTHER, THIRD, CONVERSATION] = [id(1), id(2), id(3), id(9)] as const

/** Builds a message for tests; its author is OTHER by default. */
export const someMessage = (place: number, fields: Partial<VisibleMessage> = {}): VisibleMessage => {
  const from = fields.from ?? OTHER
  return {
    _id: id(1000 + place),
    conversationId: CONVERSATION,
    place,
    from,
    to: from === ME ? OTHER : ME,
    text: `text ${place}`,
    tmpId: `tmp ${place}`,
    meta: { user: { _id: from, pseudo: `pseudo ${from.at(-1)}` } as VisibleMessage['meta']['user'] },
    date: new Date(Date.UTC(2026, 5, 1, 12, 0, place)).toISOString(),
    sent: true,
    received: false,
    read: false,
    ...fields,
  }
}

export const someConversation = (fields: Partial<Conversation> = {}): Conversation => ({
  _id: CONVERSATION,
  user: { _id: OTHER, pseudo: 'pseudo 2', online: false } as Conversation['user'],
  lastPlace: 0,
  readPlace: 0,
  othersReceived: 0,
  othersRead: 0,
  abilities: { write: true, attach: true, attachLocation: true, block: true, flag: true },
  ...fields,
})

/** Builds a page of messages as the server returns it, latest first. */
export const somePage = (
  docs: MessagesPage['docs'],
  conversation?: Conversation,
  fields: Partial<MessagesPage> = {},
): MessagesPage =>
  ({
    docs: docs.toSorted((a, b) => b.place - a.place),
    hasNextPage: false,
    ...(conversation && { conversation }),
    ...fields,
  }) as MessagesPage

export const someThread = (...pages: MessagesPage[]): Thread => ({ pages, pageParams: pages.map(() => ({})) })
