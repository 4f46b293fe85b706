import type { Answer, Body, Endpoint, Params, Query } from '@parvis/contract/endpoint.ts'
import { isMember } from '@parvis/contract/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Actor } from '../actor.ts'
import { fail, KeyedError } from '../errors.ts'
import { isId } from '../ids.ts'
import { closedBodySchemaOf, findUnknownField } from './closed-body.ts'
import { selectEncoding, addVaryHeader } from './compression.ts'
import { isMultipartRequest, readMultipartBody } from './multipart.ts'
import type { PictureUrlSigner } from './picture-signature.ts'
import type { Upload, UploadedFile, Uploads } from './uploads.ts'
import { bearerOf, isTrustedOrigin } from './shells.ts'
import { memoize } from '../memoize.ts'
import { limitConcurrencyByKey } from '../limits/concurrency-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** Reloads the actor, whose permissions may have changed since the request arrived. Null without a session. */
    reloadActor: (() => Promise<Actor | null>) | null
    /** Set by the body parser. A malformed body is refused only after the guards have run. */
    malformed: boolean
    upload?: Upload
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    parsesFormsItself?: true
  }
}

type ActorOf<E extends Endpoint> = E['access'] extends 'public' ? Actor | null : Actor

export type Guard<E extends Endpoint = Endpoint> = (actor: ActorOf<E>) => void

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  actor: ActorOf<E>
  files: readonly UploadedFile[]
  request: FastifyRequest
  reply: FastifyReply
}

/** A serialized response, for long lists of pre-rendered items. If it is sent often, it has `gzipped`. */
export class Json {
  readonly bytes: Buffer
  readonly gzipped: Buffer | null

  constructor(bytes: Buffer, gzipped: Buffer | null = null) {
    this.bytes = bytes
    this.gzipped = gzipped
  }
}

export const sendJson = ({ bytes, gzipped }: Json, request: FastifyRequest, reply: FastifyReply) => {
  reply.type('application/json; charset=utf-8')
  if (!gzipped) return reply.send(bytes)
  addVaryHeader(reply)
  return selectEncoding(request, ['gzip']) ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(bytes)
}

type OnlyId<E extends Endpoint> =
  Params<E> extends { id: string } ? ({ _id: string } extends Answer<E> ? void : never) : never

/** A handler may return nothing if its endpoint answers only with the `id` of its path. */
export type EndpointHandler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | Json | OnlyId<E>>

/** Collects the routes of an app. The API page is made from them, and tests compare the rights tables to them. */
export const collectRoutes = (app: FastifyInstance): void => {
  app.decorate('servedRoutes', [])
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') app.servedRoutes.push({ method: one, path: url, endpoint: config?.endpoint ?? null })
  })
}

/** Limit per user: a write that waits for a lock or a limit holds a database connection. */
const MAX_CONCURRENT_WRITES = 3
const limitWritesOf = limitConcurrencyByKey(MAX_CONCURRENT_WRITES)

const assertAccess = (
  { access, allowWithoutProfile, allowWithoutSecondFactor, allowSuspended, method }: Endpoint,
  actor: Actor | null,
) => {
  if (access === 'public') return
  if (!actor) return fail('nosession')
  if (actor.needUpdate && !allowWithoutProfile) return fail('forbidden')
  if (actor.needFactor && !allowWithoutSecondFactor) return fail('forbidden')
  if (access === 'member' && !isMember(actor.role)) return fail('guestforbidden')
  if (safeMethods.has(method) || allowSuspended) return
  if (actor.suspendedUntil) return fail('suspended')
  if (actor.isReadOnly) return fail('forbidden')
}

/** Normalizes ids in the path to lower case, as they are stored. */
const lowercaseIds = (params: unknown) =>
  Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, string>).map(([name, value]) => [
      name,
      isId(value) ? value.toLowerCase() : value,
    ]),
  )

/** Compiles a schema at its first use: compiling all 307 schemas of the contract took 0.12 to 0.27 s at every start. */
const validatorOf = memoize((schema: TSchema): Validator => Compile(schema))

const checkRequest = async (endpoint: Endpoint, guards: readonly Guard[], request: FastifyRequest) => {
  const takesBody = !safeMethods.has(endpoint.method)
  assertAccess(endpoint, request.actor)
  checkOrigin(request)
  for (const guard of guards) guard(request.actor as Actor)
  if (endpoint.body && endpoint.files && isMultipartRequest(request)) {
    request.upload = request.server.uploads.startUpload(request.actor!.userId)
    request.body = await readMultipartBody(request, endpoint.body, request.upload)
  }
  if (takesBody && (endpoint.bodyOptional || !endpoint.body)) request.body ??= {}
  if (request.malformed || (takesBody && (typeof request.body !== 'object' || request.body === null)))
    fail('badrequest')
}

const handleRequest = <E extends Endpoint>(
  endpoint: E,
  guards: readonly Guard<E>[],
  handle: EndpointHandler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer<E> | Json> => {
  const handleWith = async (files: readonly UploadedFile[]) => {
    const params = lowercaseIds(request.params)
    const answer = await handle({
      params,
      query: request.query,
      body: request.body,
      actor: request.actor,
      files,
      request,
      reply,
    } as unknown as Call<E>)
    return answer === undefined ? ({ _id: params.id } as Answer<E>) : answer
  }
  const run = () => (request.upload ? request.upload.withFiles(handleWith) : handleWith([]))
  const runWrite = async () => {
    // Rights may have changed: the body may arrive minutes after the headers, and the write may have been queued.
    if (request.reloadActor) request.actor = await request.reloadActor()
    assertAccess(endpoint, request.actor)
    for (const guard of guards) guard(request.actor as ActorOf<E>)
    return run()
  }
  const { actor } = request
  return actor && !safeMethods.has(request.method) ? limitWritesOf(actor.userId, runWrite) : run()
}

/** Signs picture URLs last, per session, because cached responses are shared between users. */
const withSignedPictures = async (app: FastifyInstance, actor: Actor, answer: unknown) => {
  const json = answer instanceof Json ? String(answer.bytes) : JSON.stringify(answer)
  return new Json(Buffer.from(await app.signPictures.signResponse(json, actor)))
}

/** Registers a route: access check, guards, validation, `handle`. `checkAnswers` also validates answers and errors. */
export const serve = <const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  guards: readonly Guard<E>[],
  handle: EndpointHandler<E>,
): void => {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(!safeMethods.has(endpoint.method) && { body: closedBodySchemaOf(endpoint) }),
    },
    preValidation: request => checkRequest(endpoint, guards as readonly Guard[], request),
    handler: async (request, reply) => {
      const answer = await handleRequest(endpoint, guards, handle, request, reply).finally(() =>
        request.upload?.discard(),
      )
      if (app.checkAnswers) assertAnswer(endpoint, answer)
      if (request.actor?.isShellSession)
        return sendJson(await withSignedPictures(app, request.actor, answer), request, reply)
      return answer instanceof Json ? sendJson(answer, request, reply) : answer
    },
  })
}

const assertAnswer = ({ method, path, answer: schema }: Endpoint, answer: unknown) => {
  const validator = validatorOf(schema)
  const checked: unknown = answer instanceof Json ? JSON.parse(String(answer.bytes)) : answer
  if (validator.Check(checked)) return
  const errors = JSON.stringify(validator.Errors(checked).slice(0, 3))
  throw new Error(`${method} ${path} answers what its contract does not say: ${errors}`)
}

declare module 'fastify' {
  interface FastifyInstance {
    servedRoutes: { method: string; path: string; endpoint: Endpoint | null }[]
    checkAnswers: boolean
    publicOrigin: string | null
    uploads: Uploads
    signPictures: PictureUrlSigner
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const checkOrigin = ({ method, headers, server }: FastifyRequest) => {
  if (!safeMethods.has(method) && !isTrustedOrigin(headers, server, bearerOf(headers))) fail('forbidden')
}

interface ValueSchema {
  type?: string
  items?: ValueSchema
}

/** Reads a list from `a=1&a=2`, `a=1,2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2` or `a=[1,2]`; an empty list is undefined. */
const readList = (query: Record<string, unknown>, name: string): string[] | undefined => {
  const items = Object.entries(query)
    .filter(([key]) => key.startsWith(name) && /^(?:\[\d*\])?$/.test(key.slice(name.length)))
    .flatMap(([, value]) => [value].flat())
    .flatMap(value => String(value).split(/[\s,"[\]]+/))
    .filter(Boolean)
  return items.length > 0 ? items : undefined
}

const readValue = (value: unknown, { type }: ValueSchema): unknown => {
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,20})?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const readQuery = (schema: TSchema) => {
  const properties = Object.entries((schema as { properties?: Record<string, ValueSchema> }).properties ?? {})
  return (query: Record<string, unknown>) => {
    const read: Record<string, unknown> = { ...query }
    for (const [name, property] of properties)
      if (property.type === 'array')
        read[name] = readList(query, name)?.map(item => readValue(item, property.items ?? {}))
      else if (read[name] !== undefined) read[name] = readValue(read[name], property)
    return read
  }
}

const idParameters = (schema: TSchema) => {
  const names = Object.entries((schema as { properties?: Record<string, { format?: string }> }).properties ?? {})
    .filter(([, { format }]) => format === 'uuid')
    .map(([name]) => name)
  return (address: Record<string, unknown>) => names.map(name => address[name]).filter(id => typeof id === 'string')
}

/** Converts queries, but not bodies. An invalid id in the path or query is `error404`, like an unknown one. */
export const validatorCompiler = ({ schema, httpPart }: { schema: TSchema; httpPart?: string }) => {
  const read = httpPart === 'querystring' ? readQuery(schema) : <T>(value: T) => value
  const idsIn = httpPart === 'querystring' || httpPart === 'params' ? idParameters(schema) : () => []
  return (input: unknown) => {
    const value = read(input as Record<string, unknown>)
    const validator = validatorOf(schema)
    if (validator.Check(value)) return { value }
    if (!idsIn(value).every(isId)) return { error: new KeyedError('error404') }
    const field = httpPart === 'body' ? findUnknownField(validator.Errors(value)) : undefined
    return { error: new KeyedError('badrequest', { field }) }
  }
}
