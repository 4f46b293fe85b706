// Screens that show the name, the avatar or the role of a member receive each change as a live event.
import type { Author } from '@parvis/contract/entity.ts'
import { type Actor, canSeeMinors } from '#server/kernel/actor.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { presentFullAuthor } from '#server/kernel/author.ts'
import { findMinors } from '#server/kernel/minors.ts'
import { findAuthors } from './membership.queries.ts'

/** Public fields of a member have changed. Sent to their community and to readers of the channels in `channelIds`. */
export interface AuthorChange {
  userId: string
  communityId: string
  channelIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'author.changed': AuthorChange
    /**
     * A member has left or returned. Published for each community whose members can read the content of this member.
     */
    'member.gone': { userId: string; communityId: string; isVisible: boolean }
  }
}

interface Authors {
  authors: ReadonlyMap<string, Author>
  /** Ids of users who are minors: not sent to adults who may not see minors. */
  minors: ReadonlySet<string>
}

const load = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  messages: readonly AuthorChange[],
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
    authors: new Map(rows.map(row => [row.id, presentFullAuthor(row)])),
    minors: new Set(minors.flatMap(ids => [...ids])),
  }
}

const canSeeAuthor = (actor: Actor, userId: string, minors: ReadonlySet<string>) =>
  !minors.has(userId) || actor.userId === userId || canSeeMinors(actor)

export const authorLiveEvents: readonly AnyLiveEventDefinition[] = [
  defineLiveEvent({
    name: 'author.changed',
    audience: ({ communityId, channelIds }) => ({ communityId, channelIds }),
    load,
    throttle: {
      subject: ({ userId }) => userId,
      merge: (earlier, later) => ({ ...later, channelIds: [...new Set([...earlier.channelIds, ...later.channelIds])] }),
    },
    messageFor: (actor, { userId, communityId, channelIds }, { authors, minors }: Authors) => {
      const data = authors.get(userId)
      const isInAudience = actor.communityId === communityId || channelIds.some(id => actor.channelIds.includes(id))
      return data && isInAudience && canSeeAuthor(actor, userId, minors) && !actor.hiddenUserIds.includes(userId)
        ? { event: 'author.updated', data }
        : null
    },
  }),
  defineLiveEvent({
    name: 'member.gone',
    audience: ({ communityId }) => ({ communityId }),
    messageFor: ({ userId: me, blockedIds }, { userId, isVisible }) => {
      if (userId === me || blockedIds.includes(userId)) return null
      return { event: isVisible ? 'user.shown' : 'user.hidden', data: { _id: userId } }
    },
  }),
]
