import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BlockedThread } from '#web/rooms/blocks/BlockedThread.tsx'
import { hidePerson } from '../-session/hide-person.ts'

/** The conversation with somebody whom the reader has blocked, and what follows on every screen when it is taken back. */
export const OwnBlock = ({ who, otherwise }: { who: string; otherwise: ReactNode }) => {
  const queryClient = useQueryClient()
  return (
    <BlockedThread who={who} otherwise={otherwise} onChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
  )
}
