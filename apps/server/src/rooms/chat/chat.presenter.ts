import type { ChatUser } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import type { AuthorRow } from '../session/author.columns.ts'

const { compare } = new Intl.Collator('fr')

export const presentChatUser = (author: AuthorRow, online: boolean): ChatUser => ({ ...presentAuthor(author), online })

/** Those who are there first, then by the name that is shown. */
export const byPresence = (a: ChatUser, b: ChatUser): number =>
  Number(b.online) - Number(a.online) || compare(displayName(a), displayName(b)) || compare(a.pseudo, b.pseudo)
