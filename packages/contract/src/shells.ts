/** Origins of our Capacitor apps (shells): first iOS, then Android. They use no cookies. */
export const shellOrigins = ['capacitor://localhost', 'https://localhost'] as const

/** Value of the header `x-client` of calls from a shell. */
export const SHELL_CLIENT = 'shell'

/** The header with the `deviceToken` of an earlier log-in on the same shell. Only log-ins read it. */
export const DEVICE_HEADER = 'x-device'

/**
 * The WebSocket subprotocol that a shell requests together with its token: a page cannot set headers of a WebSocket,
 * and a URL would appear in logs. The server selects this protocol, so that it does not echo the token.
 */
export const SOCKET_PROTOCOL = 'parvis'

/** Maximum number of picture URLs renewed in one call. */
export const MAX_RENEWED_PICTURES = 60
