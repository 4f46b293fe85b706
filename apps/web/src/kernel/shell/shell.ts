import { DEVICE_HEADER, SHELL_CLIENT, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import { store, storedText } from '../device/stored.ts'

declare module '../device/stored.ts' {
  interface Stored {
    shellToken: string
    shellDevice: string
  }
}

// The app in a shell (docs/decisions/0025-shells.md). A build for browsers has no VITE_SERVER and holds none of this.

/** An address of the server, which is not where the pages of a shell come from. */
export const atServer = (path: string): string => new URL(path, import.meta.env.VITE_SERVER).href

/** Where the live connection is opened. */
export const socketAtServer = (path: string): string => atServer(path).replace(/^http/, 'ws')

/**
 * Pictures of the server, as components write their addresses: what signs them is moved behind the size, where the
 * server reads it. Several stand in one `srcSet`.
 */
export const fromServer = (sources: string): string =>
  sources.replace(/\/media\/[^\s,?]+(\?[^\s,/]*)?(\/\w+)?/g, (whole, signature: string = '', size: string = '') =>
    atServer(signature ? `${whole.slice(0, whole.indexOf('?'))}${size}${signature}` : whole),
  )

/** What a shell says of itself with each call. */
export const shellHeaders = (): Record<string, string> => {
  const [token, device] = [storedText('shellToken'), storedText('shellDevice')]
  return {
    'x-client': SHELL_CLIENT,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(device && { [DEVICE_HEADER]: device }),
  }
}

/** What it asks for when it opens the live connection. */
export const socketProtocols = (): string[] => [SOCKET_PROTOCOL, storedText('shellToken') ?? '-']

/** Keeps what a log-in told, and forgets what a log-out ended or the server knows no more. */
export const hearAnswer = (method: string, path: string, status: number, answer: unknown): void => {
  const { token, deviceToken, error } = (answer ?? {}) as {
    token?: string
    deviceToken?: string
    error?: { key?: string }
  }
  if (status === 200 && method === 'POST' && isEntry(path)) {
    if (token) store('shellToken', token)
    if (deviceToken) store('shellDevice', deviceToken)
  }
  const isOver = status === 200 && method === 'DELETE' && ends.has(path)
  if (isOver || (status === 401 && error?.key === 'nosession')) store('shellToken', null)
}

const isEntry = (path: string) => /^\/api\/auth(?:\/|$)/.test(path)
const ends: ReadonlySet<string> = new Set(['/api/auth', '/api/user', '/api/register'])
