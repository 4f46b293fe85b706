const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The data of a reply to a frame that the client sent: its fields are beside `event`, not in `data`. */
const inlineDataOf = (message: Record<string, unknown>): unknown => {
  const fields = Object.entries(message).filter(([name]) => name !== 'event')
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

export interface LiveMessage {
  event: string
  data: Record<string, unknown>
}

export const parseLiveMessage = (frame: unknown): LiveMessage | null => {
  if (typeof frame !== 'string') return null
  try {
    const message: unknown = JSON.parse(frame)
    if (!isObject(message) || typeof message.event !== 'string') return null
    const { data = inlineDataOf(message) } = message
    return isObject(data) ? { event: message.event, data } : null
  } catch {
    return null
  }
}

export const hasId = (data: Record<string, unknown>): boolean => typeof data._id === 'string'

export const isAuthor = (data: Record<string, unknown>): boolean =>
  hasId(data) && typeof data.pseudo === 'string' && typeof data.role === 'string'

export const hasVersion = (data: Record<string, unknown>): boolean => hasId(data) && typeof data.version === 'number'

export const hasObjectField = (data: Record<string, unknown>, name: string): boolean => isObject(data[name])
