import { useQueryClient } from '@tanstack/react-query'
import { BlockedThread, type BlockedThreadProps } from '#web/features/blocks/BlockedThread.tsx'
import { hidePerson } from '../session/hide-person.ts'

/** Replaces the conversation with a person whom the viewer has blocked; unblocking updates the whole query cache. */
export const OwnBlockNotice = (props: Omit<BlockedThreadProps, 'onBlockChanged'>) => {
  const queryClient = useQueryClient()
  return <BlockedThread {...props} onBlockChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
}
