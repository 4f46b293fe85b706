import { type FeedPost, MAX_NAMED_ANSWERERS } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { RenderedPost } from './rendered-post.presenter.ts'
import { eventAbilities } from './feed.policy.ts'

/** `answererIds`: the latest answerers visible to the viewer; null where they may see only their own answer. */
export interface ViewerState {
  /** Of the event when this was read. The rendered post may be newer, and is then published again. */
  version: number
  interested: boolean
  flagged: boolean
  answererIds: readonly string[] | null
  /** Answerers hidden from a viewer who sees answerers: subtracted, so that the count does not reveal them. */
  hiddenAnswerCount: number
}

/** The viewer's own answer is always named, however many came after it. */
const presentAnswerers = (actor: Actor, { interested, answererIds }: ViewerState, canSeeAnswers: boolean): string[] => {
  const named = canSeeAnswers && answererIds ? answererIds : []
  if (!interested || named.includes(actor.userId)) return [...named]
  return [actor.userId, ...named.slice(1 - MAX_NAMED_ANSWERERS)]
}

const presentViewerFields = (actor: Actor, renderedPost: RenderedPost, viewerState: ViewerState, now: Date) => {
  const { version, interested, flagged } = viewerState
  const abilities = eventAbilities(actor, renderedPost.facts(now), interested)
  const end = renderedPost.pinnedUntil
  const hidden = abilities.seeAnswers ? viewerState.hiddenAnswerCount : 0
  return {
    // The link is left out where the team has switched good deals off.
    ...(renderedPost.shared.deal && !actor.community.gooddeal && { deal: null }),
    ...(hidden > 0 && { interestedCount: renderedPost.shared.interestedCount - hidden }),
    // A pin expires with time, without a change of the event.
    ...(end > now.getTime() && { pinnedUntil: end === Infinity ? null : new Date(end).toISOString() }),
    version,
    channelsIds: renderedPost.channelIds.filter(id => actor.channelIds.includes(id)),
    interestedUsersIds: presentAnswerers(actor, viewerState, abilities.seeAnswers),
    interested,
    flagged,
    abilities,
  }
}

export const presentEvent = (
  actor: Actor,
  renderedPost: RenderedPost,
  viewerState: ViewerState,
  now: Date,
): FeedPost => ({
  ...renderedPost.shared,
  ...presentViewerFields(actor, renderedPost, viewerState, now),
})

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

/** A list of events as chunks of JSON in UTF-8; the part that all viewers share is serialized already. */
export const writeEvents = (
  actor: Actor,
  events: readonly { renderedPost: RenderedPost; viewerState: ViewerState }[],
  now: Date,
): readonly Buffer[] => {
  const chunks: Buffer[] = [OPEN]
  for (const { renderedPost, viewerState } of events) {
    if (chunks.length > 1) chunks.push(COMMA)
    const own = presentViewerFields(actor, renderedPost, viewerState, now)
    // A key must not appear twice in one object.
    if ('interestedCount' in own || 'deal' in own)
      chunks.push(Buffer.from(JSON.stringify({ ...renderedPost.shared, ...own })))
    else chunks.push(renderedPost.json, Buffer.from(`,${JSON.stringify(own).slice(1)}`))
  }
  chunks.push(CLOSE)
  return chunks
}
