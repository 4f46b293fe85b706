import { getSession } from '@parvis/contract/session.ts'
import { DEVICE_HEADER, SHELL_CLIENT, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
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

/** What a log-in has told: the session's token, and the one by which this device is known. */
export type SecretName = 'token' | 'device'

/** Held while the app runs: a call cannot wait until the phone has unlocked where it keeps them. */
const secrets = new Map<SecretName, string>()
let keep: (name: SecretName, value: string | null) => void = () => {}

const setSecret = (name: SecretName, value: string | null) => {
  if (value === null) secrets.delete(name)
  else secrets.set(name, value)
  keep(name, value)
}

/** Goes on with what was kept; from now on changes are kept by `keepBy`. */
export const startSecrets = (kept: Partial<Record<SecretName, string>>, keepBy: typeof keep): void => {
  secrets.clear()
  for (const [name, value] of Object.entries(kept)) secrets.set(name as SecretName, value)
  keep = keepBy
}

/** What a shell says of itself with each call. */
export const shellHeaders = (): Record<string, string> => {
  const [token, device] = [secrets.get('token'), secrets.get('device')]
  return {
    'x-client': SHELL_CLIENT,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(device && { [DEVICE_HEADER]: device }),
  }
}

/** What it asks for when it opens the live connection. */
export const socketProtocols = (): string[] => [SOCKET_PROTOCOL, secrets.get('token') ?? '-']

/**
 * Keeps what a log-in told, and forgets what a log-out ended or the server knows no more; `sent` are the headers of the
 * call: one that went with the token of before says nothing of the one that is held by now.
 */
export const hearAnswer = (
  sent: Record<string, string>,
  method: string,
  path: string,
  status: number,
  answer: unknown,
): void => {
  const { token, deviceToken, error } = (answer ?? {}) as {
    token?: string
    deviceToken?: string
    error?: { key?: string }
  }
  if (status === 200 && method === 'POST' && isEntry(path)) {
    if (token) setSecret('token', token)
    if (deviceToken) setSecret('device', deviceToken)
  }
  const isOver = status === 200 && method === 'DELETE' && ends.has(path)
  const isUnknown =
    (status === 401 && error?.key === 'nosession') ||
    (status === 403 && error?.key !== undefined && method === 'GET' && path === getSession.path)
  const isOfToken = sent.authorization === shellHeaders().authorization
  if ((isOver || isUnknown) && isOfToken) setSecret('token', null)
}

const isEntry = (path: string) => /^\/api\/auth(?:\/|$)/.test(path)
const ends: ReadonlySet<string> = new Set(['/api/auth', '/api/user', '/api/register'])
