import { type FeedPost, MAX_NAMED_ANSWERERS } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { RenderedPost } from './rendered-post.presenter.ts'
import { eventAbilities } from './feed.policy.ts'

/** The state of an event for one viewer. `answererIds`: the latest answerers; null if the viewer may not see them. */
export interface ViewerState {
  /** The version of the event when this state was read. The rendered post may be newer; then its live event follows. */
  version: number
  interested: boolean
  flagged: boolean
  answererIds: readonly string[] | null
  /** Number of answerers hidden from this viewer. It is subtracted from `interestedCount`, which would reveal them. */
  hiddenAnswerCount: number
}

/** Returns the latest visible answerers. A viewer who has answered is included, however many users answered later. */
const presentAnswerers = (actor: Actor, { interested, answererIds }: ViewerState, canSeeAnswers: boolean): string[] => {
  const named = canSeeAnswers && answererIds ? answererIds : []
  if (!interested || named.includes(actor.userId)) return [...named]
  return [actor.userId, ...named.slice(1 - MAX_NAMED_ANSWERERS)]
}

const presentViewerFields = (actor: Actor, renderedPost: RenderedPost, viewerState: ViewerState, now: Date) => {
  const { version, interested, flagged } = viewerState
  const abilities = eventAbilities(actor, renderedPost.facts(now), interested)
  const pinnedUntil = renderedPost.pinnedUntil
  const hidden = abilities.seeAnswers ? viewerState.hiddenAnswerCount : 0
  return {
    // Communities that have good deals disabled see the post without its deal.
    ...(renderedPost.shared.deal && !actor.community.gooddeal && { deal: null }),
    ...(hidden > 0 && { interestedCount: renderedPost.shared.interestedCount - hidden }),
    // A pin expires at a set time, without an update of the event.
    ...(pinnedUntil > now.getTime() && {
      pinnedUntil: pinnedUntil === Infinity ? null : new Date(pinnedUntil).toISOString(),
    }),
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

/** Returns the events as a JSON array in chunks of UTF-8. The fields that all viewers share are already serialized. */
export const writeEvents = (
  actor: Actor,
  events: readonly { renderedPost: RenderedPost; viewerState: ViewerState }[],
  now: Date,
): readonly Buffer[] => {
  const chunks: Buffer[] = [OPEN]
  for (const { renderedPost, viewerState } of events) {
    if (chunks.length > 1) chunks.push(COMMA)
    const own = presentViewerFields(actor, renderedPost, viewerState, now)
    // These fields replace those in the serialized JSON, which must not contain a field twice.
    if ('interestedCount' in own || 'deal' in own)
      chunks.push(Buffer.from(JSON.stringify({ ...renderedPost.shared, ...own })))
    else chunks.push(renderedPost.json, Buffer.from(`,${JSON.stringify(own).slice(1)}`))
  }
  chunks.push(CLOSE)
  return chunks
}
