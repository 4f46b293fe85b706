import { type LiveEvent, MOST_ANSWERERS_NAMED } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Card } from './card.presenter.ts'
import { eventAbilities } from './feed.policy.ts'

/**
 * What differs by viewer. `answererIds`: the latest answerers visible to them, null where they may see only their own
 * answer.
 */
export interface Stake {
  /** Of the event when this was read. The rendered post may be newer, and is then published again. */
  version: number
  interested: boolean
  flagged: boolean
  answererIds: readonly string[] | null
  /**
   * Number of answerers hidden from this viewer. It is subtracted for viewers who see the answerers, so that the count
   * does not reveal them.
   */
  unheardAnswers: number
}

/** The viewer's own answer is always named, however many came after it. */
const presentAnswerers = (actor: Actor, { interested, answererIds }: Stake, seesAnswers: boolean): string[] => {
  const named = seesAnswers && answererIds ? answererIds : []
  if (!interested || named.includes(actor.userId)) return [...named]
  return [actor.userId, ...named.slice(1 - MOST_ANSWERERS_NAMED)]
}

const presentOwn = (actor: Actor, card: Card, stake: Stake, now: Date) => {
  const { version, interested, flagged } = stake
  const abilities = eventAbilities(actor, card.facts(now), interested)
  const end = card.pinnedUntil
  const hidden = abilities.seeAnswers ? stake.unheardAnswers : 0
  return {
    // The link is left out where the team has switched good deals off.
    ...(card.shared.deal && !actor.community.gooddeal && { deal: null }),
    ...(hidden > 0 && { interestedCount: card.shared.interestedCount - hidden }),
    // A pin expires with time, without a change of the event.
    ...(end > now.getTime() && { pinnedUntil: end === Infinity ? null : new Date(end).toISOString() }),
    version,
    channelsIds: card.channelIds.filter(id => actor.channelIds.includes(id)),
    interestedUsersIds: presentAnswerers(actor, stake, abilities.seeAnswers),
    interested,
    flagged,
    abilities,
  }
}

export const presentEvent = (actor: Actor, card: Card, stake: Stake, now: Date): LiveEvent => ({
  ...card.shared,
  ...presentOwn(actor, card, stake, now),
})

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

/** A list of events as chunks of JSON in UTF-8; the part that all viewers share is serialized already. */
export const writeEvents = (
  actor: Actor,
  events: readonly { card: Card; stake: Stake }[],
  now: Date,
): readonly Buffer[] => {
  const pieces: Buffer[] = [OPEN]
  for (const { card, stake } of events) {
    if (pieces.length > 1) pieces.push(COMMA)
    const own = presentOwn(actor, card, stake, now)
    // A key must not appear twice in one object.
    if ('interestedCount' in own || 'deal' in own) pieces.push(Buffer.from(JSON.stringify({ ...card.shared, ...own })))
    else pieces.push(card.json, Buffer.from(`,${JSON.stringify(own).slice(1)}`))
  }
  pieces.push(CLOSE)
  return pieces
}
