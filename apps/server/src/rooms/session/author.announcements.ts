// Who shows a member's name, face or role shows it as it is now.
import type { Author } from '@parvis/contract/entity.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { presentAuthor } from './author.presenter.ts'
import { findAuthors } from './session.queries.ts'

/**
 * A member who looks otherwise to others: to their community, and to who reads the channels on which they may write.
 */
export interface ChangedAuthor {
  userId: string
  communityId: string
  channelIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'author.changed': ChangedAuthor
    /** Somebody has left, or is back (`shown`): told to the members of one community that read them. */
    'member.gone': { userId: string; communityId: string; shown: boolean }
  }
}

type Authors = ReadonlyMap<string, Author>

const read = async ({ db }: Pick<Platform, 'db'>, messages: readonly ChangedAuthor[]): Promise<Authors> =>
  new Map((await findAuthors(db, messages)).map(row => [row.id, presentAuthor(row)]))

export const authorAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'author.changed',
    receivers: ({ communityId, channelIds }) => ({ communityId, channelIds }),
    read,
    pacing: {
      subject: ({ userId }) => userId,
      merge: (earlier, later) => ({ ...later, channelIds: [...new Set([...earlier.channelIds, ...later.channelIds])] }),
    },
    messageFor: (actor, { userId, communityId, channelIds }, authors: Authors) => {
      const data = authors.get(userId)
      const knows = actor.communityId === communityId || channelIds.some(id => actor.channelIds.includes(id))
      return data && knows && !actor.silencedIds.includes(userId) ? { event: 'author.updated', data } : null
    },
  }),
  announcement({
    name: 'member.gone',
    receivers: ({ communityId }) => ({ communityId }),
    messageFor: ({ userId: me, blockedIds }, { userId, shown }) => {
      if (userId === me || blockedIds.includes(userId)) return null
      return { event: shown ? 'user.shown' : 'user.hidden', data: { _id: userId } }
    },
  }),
]
