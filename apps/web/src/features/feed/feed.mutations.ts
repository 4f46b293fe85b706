import { answerEvent, type FeedPost, withdrawAnswer } from '@parvis/contract/feed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assertAcknowledged, call, isNotFound } from '#web/kernel/http/api.ts'
import { isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { t } from '#web/kernel/text/i18n.ts'
import { closeToastsByCause, showToast, showErrorToast } from '#web/ui/toasts.ts'
import { getOfflineAnswers, waitForOfflineAnswers } from './offline-answers.ts'
import type { Viewer } from './components/post-actions.ts'
import { feedKeys } from './feed.queries.ts'
import { postStoreOf } from './posts.store.ts'

/** Returns the `cause` that identifies toasts about the answer to a post. */
export const answerToastCause = (post: FeedPost) => `answer ${post._id}`

/** Time in milliseconds without a response after which the answer is queued in the outbox. */
const STALL_TIMEOUT_MS = 6_000

/** The last queued call for each post. */
const lastByPost = new Map<string, Promise<unknown>>()

/** Runs calls for the same post one after another, so that the last tap determines the result. */
const enqueueForPost = <T>(id: string, task: () => Promise<T>): Promise<T> => {
  const queued = (lastByPost.get(id) ?? Promise.resolve()).then(task, task)
  lastByPost.set(id, queued)
  const cleanUp = () => {
    if (lastByPost.get(id) === queued) lastByPost.delete(id)
  }
  queued.then(cleanUp, cleanUp)
  return queued
}

/**
 * Answers a post or withdraws the answer. The change is optimistic, rolled back when the server refuses, and queued
 * when the server is unreachable. `onAnswered` runs once the server has stored the answer.
 */
export const useAnswerPost = (
  { _id: userId, gender }: Pick<Viewer, '_id' | 'gender'>,
  onAnswered?: (post: FeedPost) => void,
) => {
  const queryClient = useQueryClient()
  const posts = postStoreOf(queryClient)
  return useMutation({
    mutationFn: (post: FeedPost) =>
      enqueueForPost(post._id, async () => {
        const { _id: id, interested } = post
        if (getOfflineAnswers()?.replacePendingAnswer(post)) return null
        try {
          return assertAcknowledged(
            await call(interested ? withdrawAnswer : answerEvent, { params: { id }, timeoutMs: STALL_TIMEOUT_MS }),
          )
        } catch (error) {
          if (isServerUnreachable(error) && (await (await waitForOfflineAnswers())?.queueAnswer(post))) return null
          throw error
        }
      }),
    onMutate: post => {
      if (import.meta.env.VITE_SERVER)
        void import('#web/kernel/shell/haptics.ts').then(({ playAnswerHaptic }) => playAnswerHaptic())
      closeToastsByCause(answerToastCause(post))
      return { cleanUp: posts.beginAction(post._id, { kind: 'answer', userId, interested: !post.interested }) }
    },
    onSuccess: (answer, post) => {
      if (!answer) return
      posts.addFetched([answer])
      void queryClient.invalidateQueries({ queryKey: feedKeys.answers(post._id) })
      if (post.interested)
        showToast({
          text: t(`feed.answer.removed.${post.groupId}`, { gender: gender ?? 'other' }),
          cause: answerToastCause(post),
        })
      else onAnswered?.(answer)
    },
    onError: (error, post) => {
      if (isNotFound(error)) posts.drop(post._id, post.version)
      showErrorToast(error, answerToastCause(post))
    },
    onSettled: (_, __, ___, before) => before?.cleanUp(),
  })
}
