// Screens that show the name, the avatar or the role of a member get each change live.
import type { Author } from '@parvis/contract/entity.ts'
import { type Actor, seesMinors } from '#server/kernel/actor.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { presentWhole } from './author.presenter.ts'
import { findMinors } from './minors.service.ts'
import { findAuthors } from './session.queries.ts'

/**
 * A member whose public fields changed: for their community, and for the readers of the channels that they may write
 * to.
 */
export interface ChangedAuthor {
  userId: string
  communityId: string
  channelIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'author.changed': ChangedAuthor
    /** A member has left or returned: for the members of one community that can read them. */
    'member.gone': { userId: string; communityId: string; shown: boolean }
  }
}

interface Authors {
  authors: ReadonlyMap<string, Author>
  /** Not sent to adults who may not see minors. */
  minors: ReadonlySet<string>
}

const read = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  messages: readonly ChangedAuthor[],
): Promise<Authors> => {
  const byCommunity = Map.groupBy(messages, ({ communityId }) => communityId)
  const [rows, ...minors] = await Promise.all([
    findAuthors(platform.db, messages),
    ...[...byCommunity].map(([communityId, of]) =>
      findMinors(
        platform,
        communityId,
        of.map(({ userId }) => userId),
      ),
    ),
  ])
  return {
    authors: new Map(rows.map(row => [row.id, presentWhole(row)])),
    minors: new Set(minors.flatMap(ids => [...ids])),
  }
}

const maySee = (actor: Actor, userId: string, minors: ReadonlySet<string>) =>
  !minors.has(userId) || actor.userId === userId || seesMinors(actor)

export const authorAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'author.changed',
    receivers: ({ communityId, channelIds }) => ({ communityId, channelIds }),
    read,
    pacing: {
      subject: ({ userId }) => userId,
      merge: (earlier, later) => ({ ...later, channelIds: [...new Set([...earlier.channelIds, ...later.channelIds])] }),
    },
    messageFor: (actor, { userId, communityId, channelIds }, { authors, minors }: Authors) => {
      const data = authors.get(userId)
      const knows = actor.communityId === communityId || channelIds.some(id => actor.channelIds.includes(id))
      return data && knows && maySee(actor, userId, minors) && !actor.silencedIds.includes(userId)
        ? { event: 'author.updated', data }
        : null
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
