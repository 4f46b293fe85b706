// What has happened to an event is told to each reader as their own call would answer it, from one reading for all of them.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/db.ts'
import { type AnnouncedEventRow, type EventKey, findAnnouncedEvents } from './announced-event.queries.ts'
import { eventAbilities } from './feed.policy.ts'
import { presentEvent } from './feed.presenter.ts'

/** Both answer null to who may not know of the event, and the same object to all who are shown the same. */
export interface AnnouncedEvent {
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

const announcedEvent = (row: AnnouncedEventRow): AnnouncedEvent => {
  const answerers = new Set(row.answerer_ids)
  const standing = { userId: row.user_id, communityId: row.community_id, organizationId: row.organization_id, groupId: row.group_id }
  const views = remember<LiveEvent>()
  const interests = remember<ServerMessages['event.interest']>()
  const shownChannels = (actor: Actor) => row.channel_ids.filter(id => actor.channelIds.includes(id))
  const isOwn = (actor: Actor) => actor.userId === row.user_id && actor.communityId === row.community_id
  return {
    viewFor(actor) {
      const channel_ids = shownChannels(actor)
      if (channel_ids.length === 0 && !isOwn(actor)) return null
      const abilities = eventAbilities(actor, standing)
      const interested = answerers.has(actor.userId)
      // Whoever does not see all the answers sees their own one.
      const itself = interested && !abilities.seeAnswers ? actor.userId : interested
      const key = [...channel_ids, ...Object.values(abilities), itself].join()
      return views(key, () => presentEvent(actor, { ...row, channel_ids, interested, answerer_ids: abilities.seeAnswers ? row.answerer_ids : null }))
    },
    interestFor(actor, answererId) {
      if (shownChannels(actor).length === 0 && !isOwn(actor)) return null
      const isAnswerer = actor.userId === answererId
      const { seeAnswers } = eventAbilities(actor, standing)
      // Whoever may not know who answered is told of the count alone, whoever it was.
      return interests(`${isAnswerer || seeAnswers ? answererId : ''} ${isAnswerer} ${seeAnswers}`, () => ({
        _id: row.id,
        interestedCount: row.interested_count,
        ...(isAnswerer && { interested: answerers.has(answererId) }),
        ...(seeAnswers && { userId: answererId }),
      }))
    },
  }
}

/** The events as they stand now, by id; those that have gone are left out. */
export const readAnnouncedEvents = async (db: Db, keys: readonly EventKey[]): Promise<Map<string, AnnouncedEvent>> => {
  if (keys.length === 0) return new Map()
  return new Map((await findAnnouncedEvents(db, keys)).map(row => [row.id, announcedEvent(row)]))
}
