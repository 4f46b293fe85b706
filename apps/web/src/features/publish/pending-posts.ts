import { DATE_NOW, type FeedPost } from '@parvis/contract/feed.ts'
import type { PublicationBody } from '@parvis/contract/templates.ts'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { serverTime } from '#web/kernel/device/clock.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { Sender } from '#web/kernel/outbox/sender.ts'
import type { OutgoingItem, PendingItem } from '#web/kernel/outbox/pending.ts'
import { hasPendingBefore } from '#web/ui/queue-send.ts'
import { deletePostDraft, loadPostDraft, restorePostDraft } from './draft-store.ts'
import { contentOf, type PostDraft } from './post-draft.ts'
import type { Publication } from './publication.ts'
import { isSamePublication, loadPublication, savePublication, publicationKey } from './publication-store.ts'
import { sendPost } from './send-post.ts'
import { sendPublication } from './send-publication.ts'

declare module '#web/kernel/outbox/pending.ts' {
  interface UnsentPayloads {
    post: {
      draft: PostDraft
      /** Id of the edited post; absent for a new post. */
      editedId?: string
    }
    publication: {
      publication: Publication
      templateId: string
      dealId?: string
      body: PublicationBody
    }
  }
}

/** Outbox queue of posts and publications, which are sent in the order in which they were written. */
const POSTS_PLACE = 'posts'

/** How long a form waits for the server before the post is moved to the outbox, in milliseconds. */
export const FORM_STALL_TIMEOUT_MS = 10_000

/** Throws a network error while earlier items are pending, so that the new one is queued behind them. */
export const assertNothingQueued = async (): Promise<void> => {
  if (await hasPendingBefore(POSTS_PLACE)) throw new ApiError('networkerror', 0)
}

/** Age in milliseconds above which an event dated "now" is not sent any more. */
const SPONTANEOUS_MAX_AGE_MS = 2 * 3_600_000

const editItemId = (editedId: string) => `change ${editedId}`

const titleOf = ({ fr, en }: PostDraft) =>
  [fr.title, en.title, fr.description, en.description].map(text => text.trim()).find(Boolean)

/** Turns a post into an outbox item. All edits of one post share one item. */
export const createPendingPost = (draft: PostDraft, photo: Blob | null, editedId?: string): OutgoingItem<'post'> => ({
  kind: 'post',
  id: editedId ? editItemId(editedId) : draft.tmpId,
  place: POSTS_PLACE,
  payload: { draft, editedId },
  about: titleOf(draft),
  ...(draft.photo === 'new' && photo && { photo }),
})

export const createPendingPublication = (
  payload: PendingItem<'publication'>['payload'],
  title: string,
): OutgoingItem<'publication'> => ({
  kind: 'publication',
  id: payload.publication.tmpId,
  place: POSTS_PLACE,
  payload,
  about: title,
})

/** Whether the stored draft is the one that was sent, without later edits. */
const matchesSentDraft = (stored: PostDraft, sent: PostDraft) =>
  stored.tmpId === sent.tmpId && stored.sent === sent.sent && contentOf(stored) === contentOf(sent)

export const postSender = (onSent: (event: FeedPost) => void): Sender<'post', FeedPost> => ({
  send: ({ me, payload: { draft, editedId }, photo = null }, { signal, onProgress }) =>
    sendPost({ draft, photo, editedId, signal, onProgress, as: me }),
  onSent: (event, { me, payload: { draft, editedId } }) => {
    // Usually the draft was deleted when the post was queued; it still exists if the device had no room for the item.
    const owner = draftKey(me, editedId)
    const current = loadPostDraft(owner)
    if (current && matchesSentDraft(current, draft)) deletePostDraft(owner)
    onSent(event)
  },
})

export const publicationSender = (onSent: (event: FeedPost) => void): Sender<'publication', FeedPost> => ({
  send: async ({ me, payload: { body, publication }, date }, { signal }) => {
    if (publication.dateId === DATE_NOW && serverTime() - Date.parse(date) > SPONTANEOUS_MAX_AGE_MS)
      throw new ApiError('pastdate', 400, { field: 'dateId' })
    return sendPublication({ body, sent: publication.sent }, { signal, as: me })
  },
  onSent: (event, { me, payload: { publication, templateId, dealId } }) => {
    const key = publicationKey(me, templateId, dealId)
    const current = loadPublication(key)
    if (current && isSamePublication(current, publication)) savePublication(key, null)
    onSent(event)
  },
})

/** Moves a pending item back into its form; false if the form has another draft, which must not be overwritten. */
export const restoreToForm = (item: PendingItem<'post'> | PendingItem<'publication'>): boolean => {
  if (item.kind === 'post') {
    const { draft, editedId } = item.payload
    const owner = draftKey(item.me, editedId)
    const current = loadPostDraft(owner)
    if (current && current.tmpId !== draft.tmpId) return false
    // Does not overwrite edits made after the item was sent.
    if (!current || matchesSentDraft(current, draft)) restorePostDraft(owner, { draft, photo: item.photo ?? null })
    return true
  }
  const { publication, templateId, dealId } = item.payload
  const key = publicationKey(item.me, templateId, dealId)
  const current = loadPublication(key)
  if (!current) savePublication(key, publication)
  return !current || current.tmpId === publication.tmpId
}

/** Moves a pending edit of this post back into its form, where the author continues. */
export const resumePendingEdit = (editedId: string): void => {
  const item = outbox.pending().find(({ id }) => id === editItemId(editedId))
  if (item?.kind === 'post' && restoreToForm(item)) outbox.cancel(item.id)
}
