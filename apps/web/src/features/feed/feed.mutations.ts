import { answerEvent, type LiveEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acknowledged, ApiError, call } from '#web/kernel/http/api.ts'
import { isUnreached } from '#web/kernel/outbox/unreached.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { endToast, NO_NETWORK, showToast } from '#web/ui/toasts.ts'
import { answersLater, answersLaterSoon } from './answer-later.ts'
import type { Reader } from './components/post-acts.ts'
import { feedKeys } from './feed.queries.ts'
import { postsIn } from './posts.store.ts'

export const isGone = (error: unknown) => error instanceof ApiError && error.key === 'error404'

export const tellFailure = (error: unknown, cause?: string) => {
  const isOffline = error instanceof ApiError && error.key === 'networkerror'
  showToast({ kind: 'error', text: explain(error), cause: isOffline ? NO_NETWORK : cause })
}

/** Identifies the toast about the answer to a post. */
export const causeOf = (post: LiveEvent) => `answer ${post._id}`

/** How long a call waits for a stalled server before the answer is queued, in milliseconds. */
const PATIENCE_MS = 6_000

/** The last queued call of each post. */
const lasts = new Map<string, Promise<unknown>>()

/** Calls for the same post run one after another, so that the last tap wins; posts do not wait for each other. */
const inTurn = <T>(id: string, act: () => Promise<T>): Promise<T> => {
  const mine = (lasts.get(id) ?? Promise.resolve()).then(act, act)
  lasts.set(id, mine)
  const end = () => {
    if (lasts.get(id) === mine) lasts.delete(id)
  }
  mine.then(end, end)
  return mine
}

/**
 * Answers a post, or withdraws the answer: optimistic, rolled back when the server refuses, queued when it cannot be
 * reached. `onAnswered` runs once the server has the answer.
 */
export const useAnswerPost = (
  { _id: userId, gender }: Pick<Reader, '_id' | 'gender'>,
  onAnswered?: (post: LiveEvent) => void,
) => {
  const queryClient = useQueryClient()
  const posts = postsIn(queryClient)
  return useMutation({
    mutationFn: (post: LiveEvent) =>
      inTurn(post._id, async () => {
        const { _id: id, interested } = post
        if (answersLater()?.goesAfterAnother(post)) return null
        try {
          return acknowledged(
            await call(interested ? withdrawAnswer : answerEvent, { params: { id }, patienceMs: PATIENCE_MS }),
          )
        } catch (error) {
          if (isUnreached(error) && (await (await answersLaterSoon())?.answerLater(post))) return null
          throw error
        }
      }),
    onMutate: post => {
      if (import.meta.env.VITE_SERVER)
        void import('#web/kernel/shell/haptics.ts').then(({ feelAnswer }) => feelAnswer())
      endToast(causeOf(post))
      return { end: posts.begin(post._id, { kind: 'answer', userId, interested: !post.interested }) }
    },
    onSuccess: (answer, post) => {
      if (!answer) return
      posts.read([answer])
      void queryClient.invalidateQueries({ queryKey: feedKeys.answers(post._id) })
      if (post.interested)
        showToast({
          text: t(`feed.answer.removed.${post.groupId}`, { gender: gender ?? 'other' }),
          cause: causeOf(post),
        })
      else onAnswered?.(answer)
    },
    onError: (error, post) => {
      if (isGone(error)) posts.drop(post._id, post.version)
      tellFailure(error, causeOf(post))
    },
    onSettled: (_, __, ___, before) => before?.end(),
  })
}
