import { answerEvent, flagEvent, type LiveEvent, removeEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { findCached } from './feed.changes.ts'
import { dropEvent, patchInterest, putEvent, tellUnsure } from './feed.live.ts'

const isGone = (error: unknown) => error instanceof ApiError && error.key === 'error404'

/** Through the cache of mutations, where whoever watches over the session hears of every failure. */
const run = <T, V, C>(queryClient: QueryClient, options: MutationOptions<T, Error, V, C>, given: V): Promise<T> =>
  queryClient.getMutationCache().build(queryClient, queryClient.defaultMutationOptions(options)).execute(given)

/** Answers a post, or takes the answer back: shown at once, and undone when the server refuses. */
export const answerPost = (
  queryClient: QueryClient,
  userId: string,
  given: { post: LiveEvent; interested: boolean },
) => {
  const show = (post: LiveEvent, interested: boolean) =>
    patchInterest(queryClient, {
      _id: post._id,
      interestedCount: Math.max(0, post.interestedCount + (interested ? 1 : -1)),
      interested,
      userId,
    })
  return run(
    queryClient,
    {
      // one after the other: the last tap is the one that stays
      scope: { id: 'answer' },
      mutationFn: ({ post: { _id: id }, interested }) =>
        interested ? call(answerEvent, { params: { id } }) : call(withdrawAnswer, { params: { id } }),
      onMutate: ({ post, interested }) => {
        const settle = tellUnsure(queryClient, () => show(findCached(queryClient, post._id) ?? post, interested))
        return { shown: findCached(queryClient, post._id), settle }
      },
      onSuccess: (answer, _, before) => {
        // what came by the socket meanwhile is newer than this answer
        if (findCached(queryClient, answer._id) === before?.shown) putEvent(queryClient, answer)
      },
      onError: (error, { post, interested }) => {
        if (isGone(error)) return dropEvent(queryClient, post._id)
        const now = findCached(queryClient, post._id)
        if (!now) putEvent(queryClient, post)
        else if (now.interested === interested) show(now, !interested)
      },
      onSettled: (_, __, ___, before) => before?.settle(),
    },
    given,
  )
}

/** Gone from the screen at once; back when the server refuses. */
export const removePost = (queryClient: QueryClient, given: LiveEvent) =>
  run(
    queryClient,
    {
      mutationFn: async (post: LiveEvent) => {
        try {
          await call(removeEvent, { params: { id: post._id } })
        } catch (error) {
          // somebody else was quicker: it is what was asked for
          if (!isGone(error)) throw error
        }
      },
      onMutate: post => ({ settle: tellUnsure(queryClient, () => dropEvent(queryClient, post._id)) }),
      onError: (_, post) => putEvent(queryClient, post),
      onSettled: (_, __, ___, before) => before?.settle(),
    },
    given,
  )

export const flagPost = (queryClient: QueryClient, given: { id: string; reason: string }) =>
  run(
    queryClient,
    {
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        call(flagEvent, { params: { id }, body: { ...(reason.trim() && { reason: reason.trim() }) } }),
      onSuccess: ({ _id }) => {
        const post = findCached(queryClient, _id)
        if (post) putEvent(queryClient, { ...post, flagged: true })
      },
    },
    given,
  )
