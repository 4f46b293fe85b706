import { useQueryClient } from '@tanstack/react-query'
import { BlockedThread, type BlockedThreadProps } from '#web/features/blocks/BlockedThread.tsx'
import { hidePerson } from '../-session/hide-person.ts'

/**
 * The conversation with somebody whom the reader has blocked, and what follows on every screen when it is taken back.
 */
export const OwnBlock = (props: Omit<BlockedThreadProps, 'onChanged'>) => {
  const queryClient = useQueryClient()
  return <BlockedThread {...props} onChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
}
