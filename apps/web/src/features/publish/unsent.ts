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
      /** The post that is being changed. */
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

/** What is published goes out in the order in which it was written. */
const POSTS = 'posts'

/** So long a form waits for the server before what it says is left to be sent later, in milliseconds. */
export const FORM_PATIENCE_MS = 10_000

/** What is published waits behind what was published before and waits still: it fails as without a network. */
export const letOthersGoFirst = async (): Promise<void> => {
  if (await mustFollow(POSTS)) throw new ApiError('networkerror', 0)
}

/** What was to happen at once is of no use to anybody much later, in milliseconds. */
const NOW_LASTS_MS = 2 * 3_600_000

const changeOf = (editedId: string) => `change ${editedId}`

const titleOf = ({ fr, en }: PostDraft) =>
  [fr.title, en.title, fr.description, en.description].map(text => text.trim()).find(Boolean)

/** A post that could not be sent now. One that is being changed is one thing, however often it is changed. */
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
    // where the device had no room for what waited, its form has it still
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

/** Lays what waited back into its form; false where something else has been begun there, which is not written over. */
export const backIntoForm = (one: Waiting<'post'> | Waiting<'publication'>): boolean => {
  if (one.kind === 'post') {
    const { draft, editedId } = one.payload
    const owner = draftOwner(one.me, editedId)
    if (hasOtherDraft(owner, draft)) return false
    // it never left its form, and what was written there since holds
    if (!hasDraft(owner) || isAsSent(owner, draft)) keepDraft(owner, { draft, photo: one.photo ?? null })
    return true
  }
  const { publication, templateId, dealId } = one.payload
  const key = publicationKey(one.me, templateId, dealId)
  if (hasOtherPublication(key, publication)) return false
  if (!hasPublication(key)) keepPublication(key, publication)
  return true
}

/** Who changes a post once more goes on from the change that waits. */
export const takeBackChange = (editedId: string): void => {
  const one = outbox.waiting().find(({ id }) => id === changeOf(editedId))
  if (one?.kind === 'post' && backIntoForm(one)) outbox.forget(one.id)
}
