// A live event contains for each recipient what their own request would return. One query serves all recipients.
import { type FeedPost, MAX_NAMED_ANSWERERS } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { memoize } from '#server/kernel/memoize.ts'
import { type BroadcastEventRow, findBroadcastEvents } from './broadcast-event.queries.ts'
import type { EventKey } from './change-event.service.ts'
import type { RenderedPost } from './rendered-post.presenter.ts'
import { renderedPostCache } from './rendered-post.cache.ts'
import { eventAbilities } from './feed.policy.ts'
import { presentEvent } from './feed.presenter.ts'

/**
 * `viewFor` and `interestFor` return null for an actor who may not see the event. They return the same object to all
 * actors for whom its content is equal.
 */
export interface BroadcastEvent {
  /** The message for viewers who can no longer read the event. */
  deletion: ServerMessages['event.deleted']
  viewFor(actor: Actor): FeedPost | null
  /** The message after `answererId` has answered or withdrawn the answer. */
  interestFor(actor: Actor, answererId: string): ServerMessages['event.interest'] | null
}

/** Returns a function that makes each value once by its key, so that recipients who see the same share one object. */
const memoizeByKey = <T>() =>
  memoize(
    ({ make }: { key: string; make: () => T }) => make(),
    ({ key }) => key,
  )

const broadcastEvent = (row: BroadcastEventRow, renderedPost: RenderedPost, now: Date): BroadcastEvent => {
  const answerers = new Set(row.answerer_ids)
  const latest = new Set(row.answerer_ids.slice(-MAX_NAMED_ANSWERERS))
  const facts = renderedPost.facts(now)
  const views = memoizeByKey<FeedPost>()
  const interests = memoizeByKey<ServerMessages['event.interest']>()
  const visibleChannels = (actor: Actor) => renderedPost.channelIds.filter(id => actor.channelIds.includes(id))
  const isOwn = (actor: Actor) => actor.userId === facts.userId && actor.communityId === facts.communityId
  const isAuthorHidden = (actor: Actor) => actor.hiddenUserIds.includes(facts.userId)
  const hiddenAnswerers = (actor: Actor) => actor.hiddenUserIds.filter(id => answerers.has(id))
  return {
    deletion: { _id: row.id, version: row.version },
    viewFor(actor) {
      const channels = visibleChannels(actor)
      if ((channels.length === 0 && !isOwn(actor)) || isAuthorHidden(actor)) return null
      const interested = answerers.has(actor.userId)
      const abilities = eventAbilities(actor, facts, interested)
      // The answerers of an event include the viewer who answered, even if no others are named or many answered later.
      const isNamed = abilities.seeAnswers && latest.has(actor.userId)
      const itself = interested && !isNamed ? actor.userId : interested
      const flagged = row.flagger_ids.includes(actor.userId)
      const hiddenIds = hiddenAnswerers(actor)
      const key = [...channels, ...Object.values(abilities), itself, flagged, ...hiddenIds].join()
      return views({
        key,
        make: () => {
          const answererIds = row.answerer_ids.filter(id => !hiddenIds.includes(id)).slice(-MAX_NAMED_ANSWERERS)
          const viewerState = {
            version: row.version,
            interested,
            flagged,
            answererIds,
            hiddenAnswerCount: hiddenIds.length,
          }
          return presentEvent(actor, renderedPost, viewerState, now)
        },
      })
    },
    interestFor(actor, answererId) {
      if ((visibleChannels(actor).length === 0 && !isOwn(actor)) || isAuthorHidden(actor)) return null
      const abilities = eventAbilities(actor, facts, answerers.has(actor.userId))
      const canSeeAnswerer =
        actor.userId === answererId || (abilities.seeAnswers && !actor.hiddenUserIds.includes(answererId))
      const hidden = abilities.seeAnswers ? hiddenAnswerers(actor).length : 0
      // Viewers who may not see who answered receive only the count.
      return interests({
        key: `${canSeeAnswerer ? answererId : ''} ${hidden}`,
        make: () => ({
          _id: row.id,
          version: row.version,
          interestedCount: renderedPost.shared.interestedCount - hidden,
          ...(canSeeAnswerer && { userId: answererId, interested: answerers.has(answererId) }),
        }),
      })
    },
  }
}

export const readBroadcastEvents = async (
  platform: Pick<Platform, 'state' | 'db' | 'bus' | 'clock' | 'settings'>,
  keys: readonly EventKey[],
): Promise<Map<string, BroadcastEvent>> => {
  if (keys.length === 0) return new Map()
  const rows = await findBroadcastEvents(platform.db, keys)
  const renderedPosts = await renderedPostCache(platform).find(
    rows.map(row => ({ communityId: row.community_id, eventId: row.id, version: row.version })),
  )
  const now = platform.clock.now()
  return new Map(
    rows.flatMap(row => {
      const renderedPost = renderedPosts.get(row.id)
      return renderedPost ? [[row.id, broadcastEvent(row, renderedPost, now)]] : []
    }),
  )
}
