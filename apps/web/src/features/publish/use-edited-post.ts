import type { Community } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { useState } from 'react'
import { findCachedPicture } from './cached-picture.ts'
import { newDraft } from './post-draft.ts'
import { usePostForm, type PostStart } from './use-post-form.ts'

/** The form of a new or an edited post. An edited post that is deleted meanwhile becomes a new one. */
export const useEditedPost = (
  community: Pick<Community, 'channels'>,
  draftOwner: string,
  start: PostStart,
  wasDeleted: boolean,
) => {
  const [isGone, setIsGone] = useState(wasDeleted)
  const [hasLostPhoto, setHasLostPhoto] = useState(start.hasLostPhoto ?? false)
  const [blank] = useState(newDraft)
  const form = usePostForm(draftOwner, isGone ? { ...start, initialDraft: blank } : start)
  const edited = isGone ? null : start.editedPost

  const continueAsNew = async (deletedPost: FeedPost, onContinued: () => void) => {
    const { draft } = form
    if (draft.photo === 'stored') {
      // The cache may still have the deleted photo. It is stored before the draft, so that it survives a reload.
      const picture = deletedPost.photo && (await findCachedPicture(deletedPost.photo.uri))
      if (picture) await form.pickPhoto(picture)
      else {
        form.removePhoto()
        setHasLostPhoto(true)
      }
    }
    const [channelId = null] = deletedPost.channelsIds.filter(one => community.channels.some(({ _id }) => _id === one))
    form.change({ tmpId: blank.tmpId, sent: 'no', channelId: draft.channelId ?? channelId })
    setIsGone(true)
    onContinued()
  }
  return { form, edited, isGone, hasLostPhoto: hasLostPhoto && form.draft.photo === 'none', continueAsNew }
}
