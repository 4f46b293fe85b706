// A post is published in channels that its author may use: the channels that the author chooses, or the default one.
import { validatePost } from '@parvis/contract/publish.ts'
import { assertValid, fail } from '#server/kernel/errors.ts'
import type { EventTexts } from '../feed/change-event.service.ts'

/** Returns the requested channels, or the default channel; throws `forbidden` if one of them may not be used. */
export const chooseChannels = (usable: readonly { id: string }[], wanted: readonly string[] | undefined): string[] => {
  const ids = usable.map(({ id }) => id)
  const [defaultId = fail('forbidden', { field: 'channelsIds' })] = ids
  if (!wanted || wanted.length === 0) return [defaultId]
  const chosen = [...new Set(wanted.map(id => id.toLowerCase()))]
  return chosen.every(id => ids.includes(id)) ? chosen : fail('forbidden', { field: 'channelsIds' })
}

/** Throws the first validation error of the post. */
export const assertValidPost = (post: EventTexts, hasPhoto: boolean): void => {
  assertValid(
    validatePost({
      description: post.description,
      lang: { en: { description: post.description_en } },
      youtubeVideoId: post.youtube_video_id,
      hasPhoto,
    }),
  )
}
