import type { ChatUser, Person } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { presentNameAlone, presentWhole } from '../session/author.presenter.ts'
import type { AuthorRow } from '../session/author.columns.ts'

const { compare } = new Intl.Collator('fr')

export const presentPerson = (author: AuthorRow, online: boolean): Person => ({ ...presentWhole(author), online })

/** A minor as adults see them. */
export const presentMinor = (author: AuthorRow): Person => ({ ...presentNameAlone(author), online: false })

/** Those who are there first, then by the name that is shown. */
export const byPresence = (a: Person, b: Person): number =>
  Number(b.online) - Number(a.online) || compare(displayName(a), displayName(b)) || compare(a.pseudo, b.pseudo)

/** What a list says of a conversation; nothing where there is none. */
export const presentLast = (
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
