// A live event shows each recipient what their own request would return; one query serves all of them.
import { type LiveEvent, MOST_ANSWERERS_NAMED } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AnnouncedEventRow, type EventKey, findAnnouncedEvents } from './announced-event.queries.ts'
import type { Card } from './card.presenter.ts'
import { cardsOf } from './feed.cards.ts'
import { eventAbilities } from './feed.policy.ts'
import { presentEvent } from './feed.presenter.ts'

/** Both functions return null to viewers who may not see the event, and the same object to all who see the same. */
export interface AnnouncedEvent {
  /** Sent to viewers who can no longer read it. */
  gone: ServerMessages['event.deleted']
  viewFor(actor: Actor): LiveEvent | null
  /** `answererId` answered, or withdrew the answer. */
  interestFor(actor: Actor, answererId: string): ServerMessages['event.interest'] | null
}

/** Memoizes by key, so that recipients who see the same share one object. */
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

const announcedEvent = (row: AnnouncedEventRow, card: Card, now: Date): AnnouncedEvent => {
  const answerers = new Set(row.answerer_ids)
  const latest = new Set(row.answerer_ids.slice(-MOST_ANSWERERS_NAMED))
  const facts = card.facts(now)
  const views = remember<LiveEvent>()
  const interests = remember<ServerMessages['event.interest']>()
  const shownChannels = (actor: Actor) => card.channelIds.filter(id => actor.channelIds.includes(id))
  const isOwn = (actor: Actor) => actor.userId === facts.userId && actor.communityId === facts.communityId
  const isUnheard = (actor: Actor) => actor.silencedIds.includes(facts.userId)
  const unheardAnswerers = (actor: Actor) => actor.silencedIds.filter(id => answerers.has(id))
  return {
    gone: { _id: row.id, version: row.version },
    viewFor(actor) {
      const channels = shownChannels(actor)
      if ((channels.length === 0 && !isOwn(actor)) || isUnheard(actor)) return null
      const interested = answerers.has(actor.userId)
      const abilities = eventAbilities(actor, facts, interested)
      // Users who answered are always named to themselves, also where nobody else is, or where many have answered
      // since.
      const isNamed = abilities.seeAnswers && latest.has(actor.userId)
      const itself = interested && !isNamed ? actor.userId : interested
      const flagged = row.flagger_ids.includes(actor.userId)
      const unheard = unheardAnswerers(actor)
      const key = [...channels, ...Object.values(abilities), itself, flagged, ...unheard].join()
      return views(key, () => {
        const answererIds = row.answerer_ids.filter(id => !unheard.includes(id)).slice(-MOST_ANSWERERS_NAMED)
        const stake = { version: row.version, interested, flagged, answererIds, unheardAnswers: unheard.length }
        return presentEvent(actor, card, stake, now)
      })
    },
    interestFor(actor, answererId) {
      if ((shownChannels(actor).length === 0 && !isOwn(actor)) || isUnheard(actor)) return null
      const abilities = eventAbilities(actor, facts, answerers.has(actor.userId))
      const mayKnowWho =
        actor.userId === answererId || (abilities.seeAnswers && !actor.silencedIds.includes(answererId))
      const hidden = abilities.seeAnswers ? unheardAnswerers(actor).length : 0
      // Viewers who may not know who answered receive the count alone, whoever it was.
      return interests(`${mayKnowWho ? answererId : ''} ${hidden}`, () => ({
        _id: row.id,
        version: row.version,
        interestedCount: card.shared.interestedCount - hidden,
        ...(mayKnowWho && { userId: answererId, interested: answerers.has(answererId) }),
      }))
    },
  }
}

/** The current state of the events by id; deleted ones are left out. */
export const readAnnouncedEvents = async (
  platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>,
  keys: readonly EventKey[],
): Promise<Map<string, AnnouncedEvent>> => {
  if (keys.length === 0) return new Map()
  const rows = await findAnnouncedEvents(platform.db, keys)
  const cards = await cardsOf(platform).find(
    rows.map(row => ({ communityId: row.community_id, eventId: row.id, version: row.version })),
  )
  const now = platform.clock.now()
  return new Map(
    rows.flatMap(row => {
      const card = cards.get(row.id)
      return card ? [[row.id, announcedEvent(row, card, now)]] : []
    }),
  )
}
