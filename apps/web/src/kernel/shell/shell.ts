import { getSession } from '@parvis/contract/session.ts'
import { DEVICE_HEADER, SHELL_CLIENT, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
// For the app in a native shell (docs/decisions/0025-shells.md); browser builds contain none of this module.

/** The absolute URL of a server path: in a native shell, pages have another origin than the server. */
export const serverUrl = (path: string): string => new URL(path, import.meta.env.VITE_SERVER).href

export const serverSocketUrl = (path: string): string => serverUrl(path).replace(/^http/, 'ws')

/** Makes picture URLs absolute, and moves their signature (`?s=…`) behind the size, where the server expects it. */
export const withServerUrls = (sources: string): string =>
  sources.replace(/\/media\/[^\s,?]+(\?[^\s,/]*)?(\/\w+)?/g, (address, signature: string = '', size: string = '') =>
    serverUrl(signature ? `${address.slice(0, address.indexOf('?'))}${size}${signature}` : address),
  )

/** `token` is the session token; `device` is the token that identifies this device. */
export type SecretName = 'token' | 'device'

/** A copy in memory, because a request cannot wait for the phone's secure storage. */
const secrets = new Map<SecretName, string>()
let persistSecret: (name: SecretName, value: string | null) => void = () => {}

const setSecret = (name: SecretName, value: string | null) => {
  if (value === null) secrets.delete(name)
  else secrets.set(name, value)
  persistSecret(name, value)
}

export const initSecrets = (
  storedSecrets: Partial<Record<SecretName, string>>,
  persist: typeof persistSecret,
): void => {
  secrets.clear()
  for (const [name, value] of Object.entries(storedSecrets)) secrets.set(name as SecretName, value)
  persistSecret = persist
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

/** Stores log-in tokens; deletes the token of an ended session, but not for a call with an earlier token. */
export const updateSecrets = (
  sentHeaders: Record<string, string>,
  method: string,
  path: string,
  status: number,
  body: unknown,
): void => {
  const { token, deviceToken, error } = (body ?? {}) as {
    token?: string
    deviceToken?: string
    error?: { key?: string }
  }
  if (status === 200 && method === 'POST' && isLoginPath(path)) {
    if (token) setSecret('token', token)
    if (deviceToken) setSecret('device', deviceToken)
  }
  const isSessionEnded = status === 200 && method === 'DELETE' && sessionEndingPaths.has(path)
  const isTokenRejected =
    (status === 401 && error?.key === 'nosession') ||
    (status === 403 && error?.key !== undefined && method === 'GET' && path === getSession.path)
  const isCurrentToken = sentHeaders.authorization === shellHeaders().authorization
  if ((isSessionEnded || isTokenRejected) && isCurrentToken) setSecret('token', null)
}

const isLoginPath = (path: string) => /^\/api\/auth(?:\/|$)/.test(path)
const sessionEndingPaths: ReadonlySet<string> = new Set(['/api/auth', '/api/user', '/api/register'])
