/**
 * The apps for iOS and Android are this web app in a shell, which stands at an origin of its own: the first is that of
 * iOS, the second that of Android. They keep no cookie.
 */
export const shellOrigins = ['capacitor://localhost', 'https://localhost'] as const

/** What a shell says of itself with each call, in the header `x-client`. */
export const SHELL_CLIENT = 'shell'

/**
 * The header by which a shell shows that somebody has logged in from it before: the `deviceToken` of that log-in. It is
 * asked for by log-ins alone.
 */
export const DEVICE_HEADER = 'x-device'

/**
 * What a shell asks for when it opens the live connection, with its token behind it: a WebSocket takes no headers, and
 * an address would be written into logs. The server chooses this one, so that the token is not said back.
 */
export const SOCKET_PROTOCOL = 'parvis'

/** Addresses of pictures that are renewed by one call. */
export const MOST_RENEWED = 60
