import type { Random } from '@parvis/demo-world/random.ts'
import { multipartOf } from './multipart.ts'
import { breakText, edgeCaseTexts, edgeCaseValue, unusualHeaders, urlVariant } from './unusual-inputs.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Existing values by parameter name, because a random id would match no row. */
export type KnownValues = Record<string, readonly unknown[]>

export interface GeneratedRequest {
  method: string
  url: string
  payload?: string | Buffer
  headers: Record<string, string>
}

/** Returns a value that the schema allows, usually a known value if there are any for this name. */
const generateValid = (schema: Schema, name: string, random: Random, known: KnownValues): unknown => {
  if (known[name] && random.chance(0.8)) return random.pick(known[name])
  if (schema.anyOf) return generateValid(random.pick(schema.anyOf), name, random, known)
  if (schema.enum) return random.pick(schema.enum)
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
          schema.required?.includes(key) || random.chance(0.4) ? [[key, generateValid(one, key, random, known)]] : [],
        ),
      )
    case 'array':
      return Array.from({ length: random.int(0, Math.min(schema.maxItems ?? 3, 3)) }, () =>
        generateValid(schema.items!, name, random, known),
      )
    case 'integer':
      return random.int(schema.minimum ?? 0, 60)
    case 'number': {
      const { minimum = 0, maximum = 1000 } = schema
      return minimum + random.next() * (maximum - minimum)
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default: {
      if (schema.format === 'uuid') return random.pick(known.id ?? [])
      const text = random.chance(0.3) ? random.pick(edgeCaseTexts) : 'Bonjour '.repeat(random.int(1, 4))
      return text.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, 'x')
    }
  }
}

/** Returns a copy of the value with one to three faults. */
const breakValue = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return edgeCaseValue(random)
  const copy = structuredClone(value) as Record<string, unknown>
  for (let faultsLeft = random.int(1, 3); faultsLeft > 0; faultsLeft--) {
    const keys = Object.keys(copy)
    const key = random.pick([...keys, 'unasked', '__proto__', 'description', 'photoUri'])
    if (random.chance(0.2)) delete copy[key]
    else
      Object.defineProperty(copy, key, {
        value: breakValue(copy[key], random),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return copy
}

export interface RequestGenerator {
  make(route: {
    method: string
    path: string
    endpoint: { params?: unknown; query?: unknown; body?: unknown; files?: true } | null
  }): GeneratedRequest
}

/** What requests are generated from: random numbers, existing values and pictures. */
interface GeneratorSource {
  random: Random
  known: KnownValues
  pictures: readonly Buffer[]
}

/** Returns a value that the schema allows; with faults if `isValid` is false. */
const generateValue = (schema: unknown, isValid: boolean, { random, known }: GeneratorSource): unknown => {
  const validValue = generateValid((schema ?? { type: 'object' }) as Schema, '', random, known)
  return isValid ? validValue : breakValue(validValue, random)
}

const entriesOf = (value: unknown) => Object.entries(typeof value === 'object' && value !== null ? value : { x: value })

const textOf = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))

const generateForm = (value: unknown, isValid: boolean, { random, pictures }: GeneratorSource) => {
  const fields = entriesOf(value).map(([name, one]): [string, string | object] => [
    name,
    typeof one === 'object' && one ? one : textOf(one),
  ])
  const picture: [string, Buffer] = ['files', random.chance(0.7) ? pictures[0]! : random.pick(pictures)]
  const sent = multipartOf([...fields, ...(random.chance(0.9) ? [picture] : [])])
  if (isValid) return sent
  const { payload } = sent
  return { ...sent, payload: payload.subarray(0, random.chance(0.5) ? payload.length : random.int(0, payload.length)) }
}

const generateBody = (
  schema: unknown,
  files: boolean,
  isValid: boolean,
  source: GeneratorSource,
): Pick<GeneratedRequest, 'payload' | 'headers'> => {
  const { random } = source
  const value = generateValue(schema, isValid, source)
  if (files && random.chance(0.7)) return generateForm(value, isValid, source)
  const bodyText = JSON.stringify(value) ?? ''
  return {
    payload: isValid || random.chance(0.7) ? bodyText : breakText(bodyText, random),
    headers: { 'content-type': 'application/json' },
  }
}

const addUnusualHeaders = (headers: Record<string, string>, random: Random) => {
  for (let headersLeft = random.chance(0.25) ? random.int(1, 3) : 0; headersLeft > 0; headersLeft--) {
    const name = random.pick(Object.keys(unusualHeaders))
    headers[name] = random.pick(unusualHeaders[name]!)
  }
}

/**
 * Generates requests for calls of the contract: about half of them valid, the others with a fault somewhere. The first
 * picture is a valid one and is sent more often than the others together.
 */
export const createRequestGenerator = (
  random: Random,
  known: KnownValues,
  pictures: readonly Buffer[],
): RequestGenerator => {
  const source: GeneratorSource = { random, known, pictures }
  const parametersOf = (schema: unknown, isValid: boolean) => entriesOf(generateValue(schema, isValid, source))
  return {
    make({ method, path, endpoint }) {
      const isValid = () => random.chance(0.75)
      const params = Object.fromEntries(parametersOf(endpoint?.params, isValid()))
      const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(textOf(params[name] ?? random.pick(known[name] ?? edgeCaseTexts))),
      )
      const query = parametersOf(endpoint?.query, isValid())
        .flatMap(([name, value]) =>
          [value].flat().map(one => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(one))}`),
        )
        .join('&')
      const url = query && endpoint?.query ? `${filledPath}?${query}` : filledPath
      const hasBody = endpoint?.body ? random.chance(0.97) : random.chance(0.05)
      const sent = hasBody ? generateBody(endpoint?.body, endpoint?.files === true, isValid(), source) : { headers: {} }
      const headers: Record<string, string> = { ...sent.headers }
      addUnusualHeaders(headers, random)
      return {
        ...sent,
        headers,
        method: random.chance(0.03)
          ? random.pick(['PATCH', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'POST', 'GET'])
          : method,
        url: random.chance(0.1) ? urlVariant(url, random) : url,
      }
    },
  }
}
