import { getSession } from '@parvis/contract/session.ts'
import { DEVICE_HEADER, SHELL_CLIENT, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
// The app in a native shell (docs/decisions/0025-shells.md). Builds for browsers have no VITE_SERVER and contain none
// of this.

/** The absolute URL of a path of the server, which is not the origin of a shell's pages. */
export const atServer = (path: string): string => new URL(path, import.meta.env.VITE_SERVER).href

export const socketAtServer = (path: string): string => atServer(path).replace(/^http/, 'ws')

/** Absolute picture addresses, with the signature moved behind the size, where the server reads it. */
export const fromServer = (sources: string): string =>
  sources.replace(/\/media\/[^\s,?]+(\?[^\s,/]*)?(\/\w+)?/g, (whole, signature: string = '', size: string = '') =>
    atServer(signature ? `${whole.slice(0, whole.indexOf('?'))}${size}${signature}` : whole),
  )

/** The session token, and the token that identifies this device. */
export type SecretName = 'token' | 'device'

/** Kept in memory: a request cannot wait for the phone's secure storage. */
const secrets = new Map<SecretName, string>()
let keep: (name: SecretName, value: string | null) => void = () => {}

const setSecret = (name: SecretName, value: string | null) => {
  if (value === null) secrets.delete(name)
  else secrets.set(name, value)
  keep(name, value)
}

export const startSecrets = (kept: Partial<Record<SecretName, string>>, keepBy: typeof keep): void => {
  secrets.clear()
  for (const [name, value] of Object.entries(kept)) secrets.set(name as SecretName, value)
  keep = keepBy
}

export const shellHeaders = (): Record<string, string> => {
  const [token, device] = [secrets.get('token'), secrets.get('device')]
  return {
    'x-client': SHELL_CLIENT,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(device && { [DEVICE_HEADER]: device }),
  }
}

export const socketProtocols = (): string[] => [SOCKET_PROTOCOL, secrets.get('token') ?? '-']

/**
 * Stores the tokens of a log-in, and drops the session token when it ends. A response to an earlier token says nothing
 * about the current one.
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
