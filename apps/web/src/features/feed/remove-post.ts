import { type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, isNotFound } from '#web/kernel/http/api.ts'
import { t } from '#web/kernel/text/i18n.ts'
import { showErrorToast, showToast } from '#web/ui/toasts.ts'
import { feedKeys } from './feed.queries.ts'
import { postStoreOf } from './posts.store.ts'

/** Removes a post optimistically; it is restored when the server refuses. */
export const useRemovePost = () => {
  const queryClient = useQueryClient()
  const posts = postStoreOf(queryClient)
  return useMutation({
    mutationFn: async ({ _id: id }: FeedPost) => {
      try {
        await call(removeEvent, { params: { id } })
      } catch (error) {
        // 404 means that somebody else has removed the post, which has the same result.
        if (!isNotFound(error)) throw error
      }
    },
    onMutate: post => ({ cleanUp: posts.beginAction(post._id, { kind: 'remove' }) }),
    onSuccess: (_, post) => {
      posts.drop(post._id)
      queryClient.removeQueries({ queryKey: feedKeys.answers(post._id) })
      showToast({ text: t('postacts.remove.done') })
    },
    onError: error => showErrorToast(error),
    onSettled: (_, __, ___, before) => before?.cleanUp(),
  })
}
