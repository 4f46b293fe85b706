import type { ChatUser, Person } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { presentMinorAuthor, presentFullAuthor, type AuthorRow } from '#server/kernel/author.ts'

const { compare } = new Intl.Collator('fr')

export const presentPerson = (author: AuthorRow, online: boolean): Person => ({ ...presentFullAuthor(author), online })

/** Presents a minor to adults: the name only. */
export const presentMinor = (author: AuthorRow): Person => ({ ...presentMinorAuthor(author), online: false })

export const byPresence = (a: Person, b: Person): number =>
  Number(b.online) - Number(a.online) || compare(displayName(a), displayName(b)) || compare(a.pseudo, b.pseudo)

export const presentLastMessage = (
  row: { conversation_id: string | null; last_place: number | null; not_read: number | null },
  lastMessage: ChatUser['lastMessage'],
): Pick<ChatUser, 'notRead' | 'conversationId' | 'lastPlace' | 'lastMessage'> => ({
  notRead: row.not_read ?? 0,
  ...(row.conversation_id && {
    conversationId: row.conversation_id,
    lastPlace: row.last_place ?? 0,
    lastMessage: lastMessage ?? null,
  }),
})
