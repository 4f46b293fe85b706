import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { type Author, displayName } from '@parvis/contract/entity.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { blockKeys } from './blocks.queries.ts'

export type BlockablePerson = Pick<Author, '_id' | 'pseudo' | 'firstname' | 'initial' | 'company'>

const toastCauseOf = ({ _id }: BlockablePerson) => `block ${_id}`

/** Blocks and unblocks people; calls `onBlockChanged` with the id of the person once the server has done so. */
export const useBlockActions = (onBlockChanged: (id: string, blocked: boolean) => void) => {
  const { mutate, isPending } = useMutation({
    // Runs the requests one after another, so that the last tap wins.
    scope: { id: 'block' },
    mutationFn: ({ person, blocked }: { person: BlockablePerson; blocked: boolean }) =>
      call(blocked ? blockUser : unblockUser, { params: { id: person._id } }),
    onSuccess: (_, { person, blocked }, __, { client }) => {
      const name = displayName(person)
      onBlockChanged(person._id, blocked)
      void client.invalidateQueries({ queryKey: blockKeys.list() })
      showToast({
        text: t(blocked ? 'blocks.done' : 'blocks.undone', { name }),
        cause: toastCauseOf(person),
        action: { label: t('blocks.undo'), onClick: () => mutate({ person, blocked: !blocked }) },
      })
    },
    onError: (error, { person, blocked }) => {
      const text = t(blocked ? 'blocks.failed' : 'blocks.undo.failed', { name: displayName(person) })
      showToast({ kind: 'error', text: `${text} ${explain(error)}`, cause: toastCauseOf(person) })
    },
  })
  return {
    block: (person: BlockablePerson) => mutate({ person, blocked: true }),
    unblock: (person: BlockablePerson) => mutate({ person, blocked: false }),
    /** True while a request is running. */
    busy: isPending,
  }
}
