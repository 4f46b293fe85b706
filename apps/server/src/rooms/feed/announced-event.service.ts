// What has happened to an event is told to each reader as their own call would answer it, from one reading for all of them.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AnnouncedEventRow, type EventKey, findAnnouncedEvents } from './announced-event.queries.ts'
import { eventAbilities } from './feed.policy.ts'
import { presentEvent, eventFacts } from './feed.presenter.ts'

/** Both answer null to who may not know of the event, and the same object to all who are shown the same. */
export interface AnnouncedEvent {
  /** What whoever no longer reads it is told. */
  gone: ServerMessages['event.deleted']
  viewFor(actor: Actor): LiveEvent | null
  /** That `answererId` answered, or took the answer back. */
  interestFor(actor: Actor, answererId: string): ServerMessages['event.interest'] | null
}

/** Makes each distinct thing once; what tells them apart is their key. */
const remember = <T>() => {
  const made = new Map<string, T>()
  return (key: string, make: () => T): T => {
    const known = made.get(key)
    if (known !== undefined) return known
    const one = make()
    made.set(key, one)
    return one
  }
}

const announcedEvent = (row: AnnouncedEventRow, now: Date): AnnouncedEvent => {
  const answerers = new Set(row.answerer_ids)
  const facts = eventFacts(row, now)
  const views = remember<LiveEvent>()
  const interests = remember<ServerMessages['event.interest']>()
  const shownChannels = (actor: Actor) => row.channel_ids.filter(id => actor.channelIds.includes(id))
  const isOwn = (actor: Actor) => actor.userId === row.user_id && actor.communityId === row.community_id
  return {
    gone: { _id: row.id, version: row.version },
    viewFor(actor) {
      const channel_ids = shownChannels(actor)
      if (channel_ids.length === 0 && !isOwn(actor)) return null
      const abilities = eventAbilities(actor, facts)
      const interested = answerers.has(actor.userId)
      // Whoever does not see all the answers sees their own one.
      const itself = interested && !abilities.seeAnswers ? actor.userId : interested
      const flagged = row.flagger_ids.includes(actor.userId)
      const key = [...channel_ids, ...Object.values(abilities), itself, flagged].join()
      return views(key, () =>
        presentEvent(
          actor,
          { ...row, channel_ids, interested, flagged, answerer_ids: abilities.seeAnswers ? row.answerer_ids : null },
          now,
        ),
      )
    },
    interestFor(actor, answererId) {
      if (shownChannels(actor).length === 0 && !isOwn(actor)) return null
      const mayKnowWho = actor.userId === answererId || eventAbilities(actor, facts).seeAnswers
      // Whoever may not know who answered is told of the count alone, whoever it was.
      return interests(mayKnowWho ? answererId : '', () => ({
        _id: row.id,
        version: row.version,
        interestedCount: row.interested_count,
        ...(mayKnowWho && { userId: answererId, interested: answerers.has(answererId) }),
      }))
    },
  }
}

/** The events as they stand now, by id; those that have gone are left out. */
export const readAnnouncedEvents = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  keys: readonly EventKey[],
): Promise<Map<string, AnnouncedEvent>> => {
  if (keys.length === 0) return new Map()
  const rows = await findAnnouncedEvents(db, keys)
  return new Map(rows.map(row => [row.id, announcedEvent(row, clock.now())]))
}
