import type { Random } from '@parvis/demo-world/random.ts'
import { multipartOf } from './multipart.ts'

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

const edgeCaseTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  'é'.repeat(70),
  '🏡👩‍👩‍👧',
  "'; drop table events; --",
  '%',
  '%00',
  '../../etc/passwd',
  '${7*7}',
  '<script>',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e309',
  '{}',
  '[]',
  '\\',
  '"',
  '\r\nx: y',
  'x'.repeat(5001),
  ':*',
  '& | !',
  '\u0301'.repeat(200),
  '٣',
  'İ',
  '\ufeff',
  // Texts in other scripts that are as long as a code, a date, a time or a postcode.
  '١٢٣٤٥٦',
  '१२३४५६',
  '１２３４５６',
  'ABCDEÉ',
  'ÀÉÎÕÜÇÀÉÎÕÜÇ',
  '𝟙𝟚𝟛é',
  '١٢/٠٣/٢٠١٠',
  '٢٠١٠-٠٣-١٢',
  '١٢:٣٠',
  '７４０００',
  '\u200b\u2060',
]
const edgeCaseValue = (random: Random): unknown =>
  random.pick([
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    1.5,
    '',
    [],
    {},
    [[]],
    { __proto__: null },
    'x',
    ['x'],
    { en: 1 },
    random.pick(edgeCaseTexts),
  ])

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

const urlVariant = (url: string, random: Random): string =>
  random.pick([
    () => url.toUpperCase(),
    () => `${url}/`,
    () => `/${url}`,
    () => url.replace(/\/(?=[^/]*$)/, '%2f'),
    () => url.replaceAll('-', '%2d'),
    () => `${url}%00`,
    () => `${url}%zz`,
    () => encodeURI(encodeURI(url)),
    () => `${url}?${'a=b&'.repeat(300)}`,
    () => `${url}?__proto__=1&page=1&page=2`,
    () => `${url};x=1`,
    () => `${url}#x`,
    () => `${url}/../..${url}`,
    () => `${url}${'x'.repeat(2000)}`,
  ])()

const unusualHeaders: Record<string, readonly string[]> = {
  'content-encoding': ['gzip', 'foo', 'identity', 'br'],
  accept: ['text/html', '*/*;q=2', 'x'.repeat(500), ''],
  'x-client-version': ['0', '1.5.2', 'x', '9'.repeat(400)],
  cookie: ['parvis=x', 'parvis=%zz', 'parvis=', '=;=', 'parvis-device=x'],
  'x-user': ['', 'x', '0197a000-0000-7000-8000-000000000000'],
  range: ['bytes=0-', 'bytes=9-1,2-', 'x'],
  'if-none-match': ['*', '"x"', 'W/"'],
  'x-forwarded-for': ['x', '1.2.3.4, ::1'],
  'accept-language': ['x', '*', 'fr;q=x', ','.repeat(500)],
  'accept-encoding': ['gzip', 'br;q=0', 'x'],
  host: ['', 'x', '[::1', 'a@b'],
  origin: ['null', 'http://', 'https://other.example'],
  'if-modified-since': ['x'],
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/jsonx',
    'APPLICATION/JSON',
    '/',
    'multipart/form-data; boundary="',
  ],
  'sec-fetch-site': ['cross-site', 'same-origin'],
  upgrade: ['websocket', 'h2c'],
  expect: ['x'],
  'x-http-method-override': ['DELETE'],
  te: ['trailers'],
}

const breakText = (text: string, random: Random) =>
  random.pick([
    () => text.slice(0, random.int(0, text.length)),
    () => text.replace(/[{}":]/, random.pick([',', '\\', '\0', '{'])),
    () => '['.repeat(20_000),
    () => `${text}${text}`,
    () => '{"__proto__":{"a":1}}',
    () => `\ufeff${text}`,
    () => 'x'.repeat(70_000),
  ])()

export interface RequestGenerator {
  make(route: {
    method: string
    path: string
    endpoint: { params?: unknown; query?: unknown; body?: unknown; files?: true } | null
  }): GeneratedRequest
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
  const parametersOf = (schema: unknown, isValid: boolean) => {
    const validValue = generateValid((schema ?? { type: 'object' }) as Schema, '', random, known)
    const read = isValid ? validValue : breakValue(validValue, random)
    return Object.entries(typeof read === 'object' && read !== null ? read : { x: read })
  }
  const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
  const body = (schema: unknown, files: boolean, isValid: boolean): Pick<GeneratedRequest, 'payload' | 'headers'> => {
    const validValue = generateValid((schema ?? { type: 'object' }) as Schema, '', random, known)
    const value = isValid ? validValue : breakValue(validValue, random)
    if (files && random.chance(0.7)) {
      const fields = Object.entries(typeof value === 'object' && value !== null ? value : { x: value }).map(
        ([name, one]): [string, string | object] => [name, typeof one === 'object' && one ? one : text(one)],
      )
      const picture: [string, Buffer] = ['files', random.chance(0.7) ? pictures[0]! : random.pick(pictures)]
      const sent = multipartOf([...fields, ...(random.chance(0.9) ? [picture] : [])])
      return isValid
        ? sent
        : {
            ...sent,
            payload: sent.payload.subarray(
              0,
              random.chance(0.5) ? sent.payload.length : random.int(0, sent.payload.length),
            ),
          }
    }
    const written = JSON.stringify(value) ?? ''
    return {
      payload: isValid || random.chance(0.7) ? written : breakText(written, random),
      headers: { 'content-type': 'application/json' },
    }
  }

  return {
    make({ method, path, endpoint }) {
      const isValid = () => random.chance(0.75)
      const params = Object.fromEntries(parametersOf(endpoint?.params, isValid()))
      const filled = path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(text(params[name] ?? random.pick(known[name] ?? edgeCaseTexts))),
      )
      const query = parametersOf(endpoint?.query, isValid())
        .flatMap(([name, value]) =>
          [value].flat().map(one => `${encodeURIComponent(name)}=${encodeURIComponent(text(one))}`),
        )
        .join('&')
      const url = query && endpoint?.query ? `${filled}?${query}` : filled
      const hasBody = endpoint?.body ? random.chance(0.97) : random.chance(0.05)
      const sent = hasBody ? body(endpoint?.body, endpoint?.files === true, isValid()) : { headers: {} }
      const headers: Record<string, string> = { ...sent.headers }
      for (let headersLeft = random.chance(0.25) ? random.int(1, 3) : 0; headersLeft > 0; headersLeft--) {
        const name = random.pick(Object.keys(unusualHeaders))
        headers[name] = random.pick(unusualHeaders[name]!)
      }
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
