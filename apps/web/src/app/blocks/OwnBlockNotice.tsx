import { useQueryClient } from '@tanstack/react-query'
import { BlockedThread, type BlockedThreadProps } from '#web/features/blocks/BlockedThread.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'

/** Replaces the conversation with a person whom the viewer has blocked; unblocking updates the whole query cache. */
export const OwnBlockNotice = (props: Omit<BlockedThreadProps, 'onBlockChanged'>) => {
  const queryClient = useQueryClient()
  const onBlockChanged = (id: string, blocked: boolean) =>
    void import('../session/hide-person.ts').then(
      ({ hidePerson }) => hidePerson(queryClient, id, blocked),
      onChunkLoadFailed,
    )
  return <BlockedThread {...props} onBlockChanged={onBlockChanged} />
}
