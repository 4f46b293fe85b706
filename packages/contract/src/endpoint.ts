import type { Static, TObject, TSchema } from 'typebox'
import { commonErrors, type ErrorKey } from './errors.ts'

/**
 * The single definition of an API call: the server registers it, the web calls it, the API page documents it.
 * `errors` are the keys that its feature answers, beyond those that follow from the other fields (see
 * `possibleErrorsOf`).
 * `access`: everybody, any session, or members only (a session that is not a guest's).
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  access: 'public' | 'session' | 'member'
  /**
   * Allowed before the profile has been saved after the first login; all other calls that need a session are refused
   * until then.
   */
  allowWithoutProfile?: true
  /**
   * Whether a call that changes something is allowed for read-only members: those suspended by the team, and those
   * whose stay is over. `partial`: its feature refuses what others would see. Every call states it that is neither
   * public nor a GET; the default is refusal.
   */
  allowSuspended?: boolean | 'partial'
  /** Allowed before setting up the second factor that the installation requires for the user's role. */
  allowWithoutSecondFactor?: true
  /** Answers outdated clients too, which all other calls refuse, so that they learn why. */
  skipVersionCheck?: true
  params?: TObject
  query?: TObject
  body?: TObject
  /** The body may be absent. */
  bodyOptional?: true
  /** The body may also be multipart: pictures under `files`, the other fields beside them, objects as JSON strings. */
  files?: true
  /**
   * Fields that an earlier version of our clients sent and that `body` no longer has, each with the last version that
   * sent it. They are accepted and ignored, since those clients are still in use; every other unknown field is refused.
   */
  formerFields?: Readonly<Record<string, string>>
  answer: TSchema
  errors: readonly ErrorKey[]
}

/**
 * The header with the id of the user for whom a call is meant. If another user is signed in by then, the call is
 * refused with `otheruser`. For calls that are sent later, and for pages that may not know of a change of session.
 */
export const USER_HEADER = 'x-user'

/** Preserves the literal types of an endpoint, so that server and client are typed by it. */
export const endpoint = <const E extends Endpoint>(shape: E): E => shape

/**
 * Every error key that a call can answer: the common ones, those that follow from its `access` and method, and its own.
 */
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
  // Calls that change something are accepted from pages of this origin only.
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

/**
 * The URL of a call: path parameters filled in, then the query. Arrays repeat their name; null and undefined are
 * omitted.
 */
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
