import type { Static, TObject, TSchema } from 'typebox'
import { commonErrors, type ErrorKey } from './errors.ts'

/**
 * The server registers an endpoint, the web app calls it, the API page documents it. `errors`: the feature's own error
 * keys, beyond `possibleErrorsOf`. `access`: everybody, any session, or any session that is not a guest's.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  access: 'public' | 'session' | 'member'
  /** Whether users who have not saved the profile since the first log-in may call the endpoint. */
  allowWithoutProfile?: true
  /**
   * Whether members who may only read (suspended, or after their stay) may call the endpoint. `partial`: the feature
   * refuses changes that others would see. Every call that is neither public nor a GET must set it; default: refuse.
   */
  allowSuspended?: boolean | 'partial'
  /** Whether users may call the endpoint before they have set up the second factor that is required for their role. */
  allowWithoutSecondFactor?: true
  /** Whether outdated clients may call the endpoint too, so that they learn why all other calls refuse them. */
  skipVersionCheck?: true
  params?: TObject
  query?: TObject
  body?: TObject
  bodyOptional?: true
  /** The body may also be multipart: pictures as `files`, other fields as separate parts, objects as JSON strings. */
  files?: true
  /** Fields of older clients, each with the last version that sends it: ignored; other unknown ones are refused. */
  formerFields?: Readonly<Record<string, string>>
  answer: TSchema
  errors: readonly ErrorKey[]
}

/**
 * The header with the id of the user for whom a call is meant: if another user is signed in, the call is refused with
 * `otheruser`. Used by calls that are sent later, and by pages that may not know that the session has changed.
 */
export const USER_HEADER = 'x-user'

/** Preserves the literal types of an endpoint, so that server and client are typed by it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** All error keys that a call can return: common keys, its own, and those of its `access` and method. */
export const possibleErrorsOf = ({
  method,
  access,
  allowWithoutProfile,
  allowWithoutSecondFactor,
  allowSuspended,
  errors,
}: Pick<
  Endpoint,
  'method' | 'access' | 'allowWithoutProfile' | 'allowWithoutSecondFactor' | 'allowSuspended' | 'errors'
>): ReadonlySet<ErrorKey> => {
  const requiresSetup = access !== 'public' && !(allowWithoutProfile && allowWithoutSecondFactor)
  // Calls that change data are accepted only from pages of this origin.
  const checksOrigin = method !== 'GET'
  return new Set([
    ...commonErrors,
    ...(access === 'public' ? [] : ['nosession' as const]),
    ...(access === 'member' ? ['guestforbidden' as const] : []),
    ...(access !== 'public' && method !== 'GET' && allowSuspended !== true ? ['suspended' as const] : []),
    ...(requiresSetup || checksOrigin ? ['forbidden' as const] : []),
    ...errors,
  ])
}

type Part<E, P extends 'params' | 'query' | 'body'> = E extends { [K in P]: infer S extends TSchema }
  ? Static<S>
  : undefined
export type Params<E> = Part<E, 'params'>
export type Query<E> = Part<E, 'query'>
export type Body<E> = Part<E, 'body'>
export type Answer<E extends Endpoint> = Static<E['answer']>

/** Fills in the path and appends the query: an array repeats its name; null and undefined are omitted. */
export const requestUrl = (path: string, params: object = {}, query: object = {}): string => {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map(item => [name, item] as const))
    .filter(([, item]) => item !== undefined && item !== null)
    .map(([name, item]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`)
    .join('&')
  return search ? `${filled}?${search}` : filled
}
