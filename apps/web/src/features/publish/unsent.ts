import { DATE_NOW, type LiveEvent } from '@parvis/contract/feed.ts'
import type { PublicationBody } from '@parvis/contract/templates.ts'
import { draftOwner } from '#web/kernel/device/drafts.ts'
import { serverTime } from '#web/kernel/device/clock.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { outbox, type Sender } from '#web/kernel/outbox/outbox.ts'
import type { ToSend, Waiting } from '#web/kernel/outbox/waiting.ts'
import { mustFollow } from '#web/ui/send-later.ts'
import { dropDraft, hasDraft, hasOtherDraft, isAsSent, keepDraft } from './draft-store.ts'
import type { PostDraft } from './post-draft.ts'
import type { Publication } from './publication.ts'
import {
  hasOtherPublication,
  hasPublication,
  isAsSent as isPublicationAsSent,
  keepPublication,
  publicationKey,
} from './publication-store.ts'
import { sendPost } from './send-post.ts'
import { sendPublication } from './send-publication.ts'

declare module '#web/kernel/outbox/waiting.ts' {
  interface Unsent {
    post: {
      draft: PostDraft
      /** The post to edit. */
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

/** Posts and publications are sent in the order in which they were written. */
const POSTS = 'posts'

/** How long a form waits for the server before its content goes to the outbox, in milliseconds. */
export const FORM_PATIENCE_MS = 10_000

/** Fails as without a network while earlier items are pending, so that the new one is queued behind them. */
export const letOthersGoFirst = async (): Promise<void> => {
  if (await mustFollow(POSTS)) throw new ApiError('networkerror', 0)
}

/** After this time a spontaneous event is of no use any more, in milliseconds. */
const NOW_LASTS_MS = 2 * 3_600_000

const changeOf = (editedId: string) => `change ${editedId}`

const titleOf = ({ fr, en }: PostDraft) =>
  [fr.title, en.title, fr.description, en.description].map(text => text.trim()).find(Boolean)

/** A post as an item for the outbox. All edits of one post share one item. */
export const unsentPost = (draft: PostDraft, photo: Blob | null, editedId?: string): ToSend<'post'> => ({
  kind: 'post',
  id: editedId ? changeOf(editedId) : draft.tmpId,
  place: POSTS,
  payload: { draft, editedId },
  about: titleOf(draft),
  ...(draft.photo === 'new' && photo && { photo }),
})

export const unsentPublication = (
  payload: Waiting<'publication'>['payload'],
  title: string,
): ToSend<'publication'> => ({
  kind: 'publication',
  id: payload.publication.tmpId,
  place: POSTS,
  payload,
  about: title,
})

export const postSender = (onSent: (event: LiveEvent) => void): Sender<'post', LiveEvent> => ({
  send: ({ me, payload: { draft, editedId }, photo = null }, { signal, onProgress }) =>
    sendPost({ draft, photo, editedId, signal, onProgress, as: me }),
  onSent: (event, { me, payload: { draft, editedId } }) => {
    // Where the device had no room for the item, its form still holds the draft.
    const owner = draftOwner(me, editedId)
    if (isAsSent(owner, draft)) dropDraft(owner)
    onSent(event)
  },
})

export const publicationSender = (onSent: (event: LiveEvent) => void): Sender<'publication', LiveEvent> => ({
  send: async ({ me, payload: { body, publication }, date }, { signal }) => {
    if (publication.dateId === DATE_NOW && serverTime() - Date.parse(date) > NOW_LASTS_MS)
      throw new ApiError('pastdate', 400, { field: 'dateId' })
    return sendPublication({ body, sent: publication.sent }, { signal, as: me })
  },
  onSent: (event, { me, payload: { publication, templateId, dealId } }) => {
    const key = publicationKey(me, templateId, dealId)
    if (isPublicationAsSent(key, publication)) keepPublication(key, null)
    onSent(event)
  },
})

/**
 * Moves a pending item back into its form; false when another draft has been started there, which is not overwritten.
 */
export const backIntoForm = (one: Waiting<'post'> | Waiting<'publication'>): boolean => {
  if (one.kind === 'post') {
    const { draft, editedId } = one.payload
    const owner = draftOwner(one.me, editedId)
    if (hasOtherDraft(owner, draft)) return false
    // The draft never left its form, and later edits are kept.
    if (!hasDraft(owner) || isAsSent(owner, draft)) keepDraft(owner, { draft, photo: one.photo ?? null })
    return true
  }
  const { publication, templateId, dealId } = one.payload
  const key = publicationKey(one.me, templateId, dealId)
  if (hasOtherPublication(key, publication)) return false
  if (!hasPublication(key)) keepPublication(key, publication)
  return true
}

/** Editing a post again continues from its pending edit. */
export const takeBackChange = (editedId: string): void => {
  const one = outbox.waiting().find(({ id }) => id === changeOf(editedId))
  if (one?.kind === 'post' && backIntoForm(one)) outbox.forget(one.id)
}
