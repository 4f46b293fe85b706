import type { Static, TObject, TSchema } from 'typebox'
import { commonErrors, type ErrorKey } from './errors.ts'

/**
 * One call of the wire, said once: the server registers it, the web calls it, the API page prints it.
 * `errors` are the keys that its feature answers, beyond those that follow from the rest of it (see `errorsOf`).
 * `access` says who passes the guards: everybody, whoever has a session, or members alone (a session that is no
 * guest's).
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  access: 'public' | 'session' | 'member'
  /**
   * Open to who has yet to save their profile after the first login: every other call that needs a session waits for
   * that.
   */
  beforeProfile?: true
  /**
   * Whether what changes something is open to who only reads: whom the team has suspended, or whose stay is over.
   * `inPart`: its feature refuses what others would see of it. Every call says so that is not public and no GET; one that
   * says nothing is closed.
   */
  whenSuspended?: boolean | 'inPart'
  /** Open to who has yet to set up the second factor that the installation asks of their role. */
  beforeFactor?: true
  /** Answers clients that are too old for every other call, so that they learn why. */
  anyVersion?: true
  params?: TObject
  query?: TObject
  body?: TObject
  /** The call may come without any body. */
  bodyOptional?: true
  /**
   * The body may also come as multipart: pictures under `files`, the other fields beside them, objects as JSON strings.
   */
  files?: true
  /**
   * Fields of the body that a version of ours sent and that are no longer in it, each with the last version that did: a
   * field that is dropped goes here, as clients of that version are still about. They are taken and have no effect;
   * every other field that `body` does not name is refused.
   */
  formerFields?: Readonly<Record<string, string>>
  answer: TSchema
  errors: readonly ErrorKey[]
}

/**
 * The header by which a call says as whom it is meant, by the id of that user: whoever else is signed in by then, it is
 * refused with `otheruser`. For what is sent later, and by a page that may not have heard who is there now.
 */
export const USER_HEADER = 'x-user'

/** Keeps the literal types of an endpoint, so that both ends are typed by it. */
export const endpoint = <const E extends Endpoint>(shape: E): E => shape

/**
 * Every key that a call can answer: those of all calls, those that its `access` and its method bring along, and its
 * feature's own.
 */
export const errorsOf = ({
  method,
  access,
  beforeProfile,
  beforeFactor,
  whenSuspended,
  errors,
}: Pick<
  Endpoint,
  'method' | 'access' | 'beforeProfile' | 'beforeFactor' | 'whenSuspended' | 'errors'
>): ReadonlySet<ErrorKey> => {
  const refusesNewcomers = access !== 'public' && !(beforeProfile && beforeFactor)
  // What changes something is taken from the pages of this origin alone.
  const refusesOrigins = method !== 'GET'
  return new Set([
    ...commonErrors,
    ...(access === 'public' ? [] : ['nosession' as const]),
    ...(access === 'member' ? ['guestforbidden' as const] : []),
    ...(access !== 'public' && method !== 'GET' && whenSuspended !== true ? ['suspended' as const] : []),
    ...(refusesNewcomers || refusesOrigins ? ['forbidden' as const] : []),
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
 * The address of a call: its path filled in, its query behind it. Lists repeat their name; null and undefined are left
 * out.
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
