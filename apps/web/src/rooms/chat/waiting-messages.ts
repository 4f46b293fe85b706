import type { Outgoing } from '@parvis/contract/chat.ts'
import { useMemo } from 'react'
import { useWaiting } from '#web/kernel/outbox/use-waiting.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { placeOf } from './send-message.ts'

/** A message of one's own that the server does not have yet. */
export type WaitingMessage = Waiting<'message'>

/** What waits for one conversation; nothing for one that has nobody in it yet. */
export const useWaitingMessages = (name: Pick<Outgoing, 'to' | 'eventId'>): readonly WaitingMessage[] => {
  const all = useWaiting()
  const place = name.to || name.eventId ? placeOf(name) : null
  return useMemo(
    () => all.filter((one): one is WaitingMessage => one.kind === 'message' && one.place === place),
    [all, place],
  )
}
