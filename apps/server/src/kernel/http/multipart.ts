import multipart from '@fastify/multipart'
import { MAX_BODY_BYTES, MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { fail, KeyedError } from '../errors.ts'
import { createUploads, MAX_BUFFERED_BYTES, temporaryUploadFolder, type Upload, type UploadOptions } from './uploads.ts'

const MAX_FILES = 1
const MAX_FIELDS = 30
const MAX_MULTIPART_BYTES = MAX_FILES * MAX_PICTURE_BYTES + 2 * MAX_BODY_BYTES

export const FILES_FIELD = 'files'

const isMultipartType = (type: string | undefined) => type !== undefined && /^multipart\/form-data\b/i.test(type.trim())

export const isMultipartRequest = (request: FastifyRequest): boolean => isMultipartType(request.headers['content-type'])

/** A body is read only after the access checks, so that anonymous callers cannot fill the memory. */
export const setUpMultipart = async (app: FastifyInstance, options: Partial<UploadOptions> = {}): Promise<void> => {
  await app.register(multipart, {
    // Browsers add a file name to a JSON part that is sent as a blob.
    isPartAFile: (name, type, fileName) =>
      (fileName !== undefined || type === 'application/octet-stream') &&
      (name === FILES_FIELD || !type?.startsWith('application/json')),
    limits: {
      files: MAX_FILES,
      fileSize: MAX_PICTURE_BYTES,
      fields: MAX_FIELDS,
      fieldSize: MAX_BODY_BYTES,
      parts: MAX_FILES + MAX_FIELDS,
    },
  })
  const uploads = createUploads({ folder: temporaryUploadFolder(), maxBufferedBytes: MAX_BUFFERED_BYTES, ...options })
  app.decorate('uploads', uploads)
  app.addHook('onReady', () => uploads.removeFiles())
  app.addHook('onClose', () => uploads.removeFiles())
  app.addHook('onError', async request => request.upload?.discard())
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isMultipartRequest(request) || request.routeOptions.config.parsesFormsItself) return done(null, payload)
    if (!request.routeOptions.config.endpoint?.files) fail('unsupportedmedia')
    if (Number(request.headers['content-length'] ?? 0) > MAX_MULTIPART_BYTES) fail('toolarge', { field: FILES_FIELD })
    done(null, payload)
  })
}

const limitBodySize = (request: FastifyRequest) => {
  let received = 0
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > MAX_MULTIPART_BYTES) request.raw.destroy()
  })
}

/** Rejects when the client disconnects, because the multipart parser would wait for the rest forever. */
const rejectOnDisconnect = ({ raw }: FastifyRequest) =>
  new Promise<never>((_, failed) => {
    raw.once('close', () => {
      if (raw.readableAborted) failed(new KeyedError('badrequest'))
    })
  })

type FieldSchema = { type?: string; anyOf?: readonly { type?: string }[] } | undefined

const jsonTypes = ['object', 'array', 'boolean']
const isJsonField = (schema: FieldSchema) =>
  [schema?.type, ...(schema?.anyOf ?? []).map(({ type }) => type)].some(type => jsonTypes.includes(type ?? ''))
const isNullable = (schema: FieldSchema) => schema?.anyOf?.some(({ type }) => type === 'null') ?? false

/** An empty nullable field is null. Objects, lists and booleans are parsed as JSON, whatever their content type. */
const readField = (schema: TObject, name: string, text: string): unknown => {
  const fieldSchema = schema.properties[name] as FieldSchema
  if (text === '' && isNullable(fieldSchema)) return null
  // Browsers send line breaks in text fields as CRLF.
  if (!isJsonField(fieldSchema)) return text.replaceAll('\r\n', '\n')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return fail('badrequest', { field: name })
  }
}

/** A disk error is not the client's fault, so it is not reported as `badrequest`. */
const isDiskError = (thrown: unknown) =>
  ['open', 'mkdir', 'write'].includes((thrown as { syscall?: string }).syscall ?? '')

const toRequestError = (thrown: unknown): Error => {
  if (thrown instanceof KeyedError || (thrown instanceof Error && isDiskError(thrown))) return thrown
  switch ((thrown as { code?: string }).code) {
    case 'FST_FILES_LIMIT':
      return new KeyedError('badrequest', { field: FILES_FIELD })
    case 'FST_REQ_FILE_TOO_LARGE':
      return new KeyedError('toolarge', { field: FILES_FIELD })
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new KeyedError('toolarge')
    default:
      return new KeyedError('badrequest')
  }
}

/**
 * Returns the fields, and passes the file to `upload`. Throws `toolarge`, `badrequest` or `storagefull`. A refused body
 * is read to its end, so that the client receives the response.
 */
export const readMultipartBody = async (
  request: FastifyRequest,
  schema: TObject,
  upload: Upload,
): Promise<Record<string, unknown>> => {
  const body: Record<string, unknown> = {}
  let refusal: Error | null = null
  let fieldBytes = 0
  limitBodySize(request)
  const readPart = async (part: Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value']) => {
    if (part.type === 'file') {
      if (part.fieldname === FILES_FIELD && !refusal) return upload.receiveFile(part.file)
      part.file.resume()
      return fail('badrequest')
    }
    const isJson = part.mimetype.startsWith('application/json')
    const text = isJson ? JSON.stringify(part.value) : String(part.value)
    fieldBytes += Buffer.byteLength(text)
    if (part.valueTruncated || fieldBytes > MAX_BODY_BYTES) fail('toolarge')
    if (Object.hasOwn(body, part.fieldname)) fail('badrequest')
    body[part.fieldname] = isJson ? part.value : readField(schema, part.fieldname, text)
  }
  const readParts = async () => {
    for await (const part of request.parts()) {
      await readPart(part).catch(error => {
        refusal ??= toRequestError(error)
      })
    }
  }
  try {
    await Promise.race([readParts(), rejectOnDisconnect(request)])
  } catch (error) {
    refusal ??= toRequestError(error)
  }
  if (refusal) throw refusal
  return body
}
