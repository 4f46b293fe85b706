/** Origins of our Capacitor apps: the first is that of iOS, the second that of Android. They use no cookies. */
export const shellOrigins = ['capacitor://localhost', 'https://localhost'] as const

/** Value of the header `x-client` of calls from a shell. */
export const SHELL_CLIENT = 'shell'

/** The header with the `deviceToken` of an earlier log-in from the same shell. Only log-ins read it. */
export const DEVICE_HEADER = 'x-device'

/**
 * The WebSocket subprotocol that a shell requests together with its token: a WebSocket takes no headers, and an address
 * would be written into logs. The server selects this one, so that the token is not echoed.
 */
export const SOCKET_PROTOCOL = 'parvis'

/** Picture addresses renewed in one call. */
export const MAX_RENEWED_PICTURES = 60
