import type { Endpoint } from '@parvis/contract/endpoint.ts'
import Type, { type TObject, type TSchema } from 'typebox'

interface Shape extends TSchema {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
}

/** The same schema, where objects hold what they name and nothing else, however deep they stand. */
const closed = (schema: TSchema): TSchema => {
  const { type, properties, items, anyOf } = schema as Shape
  return {
    ...schema,
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(type === 'object' && {
      properties: Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, closed(one)])),
      additionalProperties: false,
    }),
  }
}

/** The specification names `files` in JSON bodies too, which have no pictures: none may be said there. */
const noFiles = Type.Union([Type.Array(Type.Unknown(), { maxItems: 0 }), Type.Null()], {
  description: 'none: pictures come as multipart/form-data',
})

/**
 * What the body of a call may be: a field that its endpoint does not name is refused, as what it says would be lost.
 * An endpoint without a body takes an empty one.
 */
export const closedBody = ({ body = Type.Object({}), files, formerFields = {} }: Endpoint): TObject => {
  const former = Object.entries(formerFields).map(([name, version]) => [
    name,
    { deprecated: true, description: `sent by version ${version} and before, no longer of any effect` },
  ])
  const { properties, ...rest } = closed(body) as TObject
  return { ...rest, properties: { ...Object.fromEntries(former), ...properties, ...(files && { files: noFiles }) } }
}

/** The path of the first field that a closed schema does not name, as `lang.en.name`, among what it found wrong. */
export const unknownFieldIn = (errors: readonly { schemaPath: string; instancePath: string }[]): string | undefined =>
  errors
    .find(({ schemaPath }) => schemaPath.endsWith('/additionalProperties'))
    ?.instancePath.slice(1)
    .split('/')
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
