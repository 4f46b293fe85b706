import type { ServerMessage } from '@parvis/contract/realtime.ts'

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasId = (data: Record<string, unknown>) => typeof data._id === 'string'
const hasVersion = (data: Record<string, unknown>) => hasId(data) && typeof data.version === 'number'
const isPost = (data: Record<string, unknown>) =>
  hasVersion(data) && isThing(data.eventId) && isThing(data.user) && isThing(data.abilities)

const checks: Record<ServerMessage['event'], (data: Record<string, unknown>) => boolean> = {
  'event.created': isPost,
  'event.updated': isPost,
  'event.deleted': hasVersion,
  'event.interest': data => hasVersion(data) && typeof data.interestedCount === 'number',
  'user.online': hasId,
  'user.offline': hasId,
  'session.revoked': data => typeof data.reason === 'string',
}

/** A message as the server sends it; null for a frame that is broken or that this version does not know. */
export const readMessage = (frame: unknown): ServerMessage | null => {
  if (typeof frame !== 'string') return null
  try {
    const message: unknown = JSON.parse(frame)
    if (
      !isThing(message) ||
      typeof message.event !== 'string' ||
      !Object.hasOwn(checks, message.event) ||
      !isThing(message.data)
    )
      return null
    return checks[message.event as ServerMessage['event']](message.data) ? (message as unknown as ServerMessage) : null
  } catch {
    return null
  }
}
