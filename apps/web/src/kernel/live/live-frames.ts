const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer to a frame of ours says what it says beside its name. */
const rest = (message: Record<string, unknown>): unknown => {
  const said = Object.entries(message).filter(([name]) => name !== 'event')
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

/** What the server said: its name, and data whose shape whoever listens to that name knows. */
export interface Message {
  event: string
  data: Record<string, unknown>
}

/** Null for a frame that is no message. */
export const readMessage = (frame: unknown): Message | null => {
  if (typeof frame !== 'string') return null
  try {
    const message: unknown = JSON.parse(frame)
    if (!isThing(message) || typeof message.event !== 'string') return null
    const { data = rest(message) } = message
    return isThing(data) ? { event: message.event, data } : null
  } catch {
    return null
  }
}

/** Whether it names a thing. */
export const hasId = (data: Record<string, unknown>): boolean => typeof data._id === 'string'

/** Whether it is somebody as others see them. */
export const isAuthor = (data: Record<string, unknown>): boolean =>
  hasId(data) && typeof data.pseudo === 'string' && typeof data.role === 'string'

/** Whether it names a state of a thing. */
export const hasVersion = (data: Record<string, unknown>): boolean => hasId(data) && typeof data.version === 'number'

/** Whether what it tells has a part of this name that is an object: a post its author, say. */
export const hasPart = (data: Record<string, unknown>, name: string): boolean => isThing(data[name])
