import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { BusMessages } from '#server/kernel/bus.ts'
import type { AnnouncedEvent } from '../feed/announced-event.service.ts'

export const toldNames = ['event.created', 'event.updated', 'event.deleted', 'event.answered'] as const
type ToldName = (typeof toldNames)[number]

/** What is to be told, by the name under which the bus announced it; `about` is all that is said of what is gone. */
export type Announcement = { [K in ToldName]: { name: K; message: BusMessages[K]; about: { _id: string } } }[ToldName]

/** What this viewer is told of an announcement; null for nothing. Viewers who are told the same get the same `data`. */
export const messageFor = (
  actor: Actor,
  { name, message, about }: Announcement,
  events: ReadonlyMap<string, AnnouncedEvent>,
): ServerMessage | null => {
  const deleted = { event: 'event.deleted', data: about } as const
  const isReader = message.channelIds.some(id => actor.channelIds.includes(id))
  if (name === 'event.deleted') return isReader ? deleted : null
  const event = events.get(message.eventId)
  if (!event) return null
  if (name === 'event.answered') {
    const interest = event.interestFor(actor, message.userId)
    return interest && { event: 'event.interest', data: interest }
  }
  const view = event.viewFor(actor)
  if (view) return { event: name, data: view }
  // It was moved to where this viewer does not read.
  return name === 'event.updated' && isReader ? deleted : null
}
