// What taps on a post set going, with what is told of it. It comes after the first screen, which is there before anybody taps.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/kernel/http/api.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { copy } from '#web/kernel/share/share.ts'
import { endToast, NO_NETWORK, showToast } from '#web/ui/toasts.ts'
import type { Reader } from './components/post-acts.ts'
import { answerPost, flagPost, removePost } from './feed.mutations.ts'
import { sharedAddress } from './share-post.ts'

const addressOf = (post: LiveEvent) => sharedAddress(post._id, location.origin)

const fail = (error: unknown, cause?: string) => {
  showToast({
    kind: 'error',
    text: explain(error),
    cause: error instanceof ApiError && error.key === 'networkerror' ? NO_NETWORK : cause,
  })
}

export const answer = async (queryClient: QueryClient, { _id, gender }: Reader, post: LiveEvent): Promise<void> => {
  const removed = t(`post.answer.removed.${post.groupId}`, { gender: gender ?? 'other' })
  const cause = `answer ${post._id}`
  endToast(cause)
  try {
    await answerPost(queryClient, _id, { post, interested: !post.interested })
    if (post.interested) showToast({ text: removed, cause })
  } catch (error) {
    fail(error, cause)
  }
}

/** The menu of the next card, or the one before, takes the focus of a card that goes. */
const heirOf = (card: Element | null | undefined) =>
  (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector<HTMLElement>('[aria-haspopup="menu"]')

export const remove = async (queryClient: QueryClient, post: LiveEvent): Promise<void> => {
  // its dialog gives focus back to the card first
  await new Promise(requestAnimationFrame)
  const heir = heirOf(document.activeElement?.closest('article')?.closest('li'))
  const removed = removePost(queryClient, post)
  requestAnimationFrame(() => heir?.focus())
  await removed.then(
    () => {
      showToast({ text: t('post.remove.done') })
    },
    error => fail(error),
  )
}

export const flag = (queryClient: QueryClient, post: LiveEvent, reason: string): Promise<void> =>
  flagPost(queryClient, { id: post._id, reason }).then(
    () => {
      showToast({ text: t('post.flag.done') })
    },
    error => fail(error),
  )

export const copyAddress = async (post: LiveEvent): Promise<void> => {
  const url = addressOf(post)
  if (await copy(url)) showToast({ text: t('post.share.copied') })
  else showToast({ kind: 'warning', text: t('post.share.failed', { url }) })
}
