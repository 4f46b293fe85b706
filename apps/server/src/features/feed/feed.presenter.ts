import { type FeedPost, MAX_NAMED_ANSWERERS } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { RenderedPost } from './rendered-post.presenter.ts'
import { eventAbilities } from './feed.policy.ts'

/** `answererIds`: the latest answerers visible to the viewer; null if viewers may see only their own answer. */
export interface ViewerState {
  /** The version of the event when it was read. The rendered post may be newer; its live event follows. */
  version: number
  interested: boolean
  flagged: boolean
  answererIds: readonly string[] | null
  /** Number of answerers hidden from this viewer, subtracted so that the count does not reveal them. */
  hiddenAnswerCount: number
}

/** Names the latest visible answerers, and always the viewer if they answered, however many answered later. */
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
    // The good deal is left out if the community has deals disabled.
    ...(renderedPost.shared.deal && !actor.community.gooddeal && { deal: null }),
    ...(hidden > 0 && { interestedCount: renderedPost.shared.interestedCount - hidden }),
    // A pin expires by time, without a change of the event.
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

/** A list of events as JSON chunks in UTF-8; the fields that all viewers share are already serialized. */
export const writeEvents = (
  actor: Actor,
  events: readonly { renderedPost: RenderedPost; viewerState: ViewerState }[],
  now: Date,
): readonly Buffer[] => {
  const chunks: Buffer[] = [OPEN]
  for (const { renderedPost, viewerState } of events) {
    if (chunks.length > 1) chunks.push(COMMA)
    const own = presentViewerFields(actor, renderedPost, viewerState, now)
    // These fields are also in the serialized JSON, and an object must not contain a field twice.
    if ('interestedCount' in own || 'deal' in own)
      chunks.push(Buffer.from(JSON.stringify({ ...renderedPost.shared, ...own })))
    else chunks.push(renderedPost.json, Buffer.from(`,${JSON.stringify(own).slice(1)}`))
  }
  chunks.push(CLOSE)
  return chunks
}
