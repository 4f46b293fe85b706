import { displayName } from '@parvis/contract/entity.ts'
import { type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { RemovalDialog, type RemovalStatement } from '#web/ui/RemovalDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { feedKeys } from '../feed.queries.ts'
import { postStoreOf } from '../posts.store.ts'

export interface RemovePostByTeamProps {
  post: FeedPost
  /** Called once the server has removed the post; runs the callback that removes the card from the screen. */
  onDrop: (removeCard: () => void) => void
  onClose: () => void
}

/**
 * Dialog with which the team removes the post of a member. Not optimistic: the post and the dialog stay until the
 * server has accepted the removal, and the dialog shows errors.
 */
export const RemovePostByTeam = ({ post, onDrop, onClose }: RemovePostByTeamProps) => {
  const { t } = useText()
  const name = displayName(post.user)
  const { mutateAsync: remove } = useMutation({
    mutationFn: (statement: RemovalStatement) =>
      call(removeEvent, { params: { id: post._id }, query: { ...statement } }),
    onSuccess: (_, __, ___, { client }) => {
      onDrop(() => postStoreOf(client).drop(post._id))
      client.removeQueries({ queryKey: feedKeys.answers(post._id) })
      showToast({ text: t('postacts.takeaway.done', { name }) })
    },
  })
  return <RemovalDialog title={t('rules.removal.title')} authorName={name} onSend={remove} onClose={onClose} />
}
