import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Card } from './card.presenter.ts'
import { eventAbilities } from './feed.policy.ts'

/** What one reader has to do with an event. `answererIds` is null where they may know nothing but their own answer. */
export interface Stake {
  /** Of the event when this was read: its card may be newer, and is then told of again. */
  version: number
  interested: boolean
  flagged: boolean
  answererIds: readonly string[] | null
}

const presentOwn = (actor: Actor, card: Card, { version, interested, flagged, answererIds }: Stake, now: Date) => {
  const abilities = eventAbilities(actor, card.facts(now))
  return {
    version,
    channelsIds: card.channelIds.filter(id => actor.channelIds.includes(id)),
    interestedUsersIds: abilities.seeAnswers && answererIds ? [...answererIds] : interested ? [actor.userId] : [],
    interested,
    flagged,
    abilities,
  }
}

/** An event as this reader may see it at the moment `now`. */
export const presentEvent = (actor: Actor, card: Card, stake: Stake, now: Date): LiveEvent => ({
  ...card.shared,
  ...presentOwn(actor, card, stake, now),
})

/** Distinct shares of readers that are kept with a card: those of a community's members are mostly alike. */
const MOST_SHARES = 16
const sharesOf = new WeakMap<Card, Map<string, Buffer>>()

/** What one reader has to do with an event, as the rest of the card's JSON: written once for all who have the same to do with it. */
const writeOwn = (actor: Actor, card: Card, stake: Stake, now: Date): Buffer => {
  const own = presentOwn(actor, card, stake, now)
  const { channelsIds, interestedUsersIds, abilities } = own
  const key = `${own.version} ${own.interested} ${own.flagged} ${channelsIds.join()} ${interestedUsersIds.join()} ${Object.values(abilities).join()}`
  const shares = sharesOf.get(card) ?? new Map<string, Buffer>()
  const known = shares.get(key)
  if (known) return known
  const written = Buffer.from(`,${JSON.stringify(own).slice(1)}`)
  if (shares.size < MOST_SHARES) sharesOf.set(card, shares.set(key, written))
  return written
}

const COMMA = Buffer.from(',')
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

/** A list of events as JSON in UTF-8: what is the same for all readers was written before. */
export const writeEvents = (actor: Actor, events: readonly { card: Card; stake: Stake }[], now: Date): Buffer => {
  const pieces = events.flatMap(({ card, stake }, at) => [
    at === 0 ? OPEN : COMMA,
    card.json,
    writeOwn(actor, card, stake, now),
  ])
  return Buffer.concat(pieces.length === 0 ? [OPEN, CLOSE] : [...pieces, CLOSE])
}
