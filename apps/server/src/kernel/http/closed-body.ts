import type { Endpoint } from '@parvis/contract/endpoint.ts'
import Type, { type TObject, type TSchema } from 'typebox'

const closeSchema = (schema: TSchema): TSchema => {
  const { type, properties, items, anyOf } = schema as TSchema & {
    type?: string
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  return {
    ...schema,
    ...(items && { items: closeSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(closeSchema) }),
    ...(type === 'object' && {
      properties: Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, closeSchema(one)])),
      additionalProperties: false,
    }),
  }
}

/** The specification allows `files` in JSON bodies, which cannot contain pictures, so the list must be empty. */
const emptyFiles = Type.Union([Type.Array(Type.Unknown(), { maxItems: 0 }), Type.Null()], {
  description: 'must be empty: pictures are sent as multipart/form-data',
})

/** Returns a body schema that refuses unknown fields. An endpoint without a body accepts an empty object. */
export const closedBodySchemaOf = ({ body = Type.Object({}), files, formerFields = {} }: Endpoint): TObject => {
  const formerProperties = Object.entries(formerFields).map(([name, version]) => [
    name,
    { deprecated: true, description: `sent by version ${version} and before, no longer has an effect` },
  ])
  const { properties, ...rest } = closeSchema(body) as TObject
  return {
    ...rest,
    properties: { ...Object.fromEntries(formerProperties), ...properties, ...(files && { files: emptyFiles }) },
  }
}

/** Returns the path of the first unknown field in the validation errors, for example `lang.en.name`. */
export const findUnknownField = (errors: readonly { schemaPath: string; instancePath: string }[]): string | undefined =>
  errors
    .find(({ schemaPath }) => schemaPath.endsWith('/additionalProperties'))
    ?.instancePath.slice(1)
    .split('/')
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
