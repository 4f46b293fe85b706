import { gzipSync } from 'node:zlib'
import { type Endpoint, possibleErrorsOf } from '@parvis/contract/endpoint.ts'
import { errorStatus } from '@parvis/contract/errors.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import { closedBodySchemaOf } from './closed-body.ts'
import { Json, sendJson } from './serve.ts'
import { memoize } from '../memoize.ts'

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['key'],
      properties: { key: { enum: Object.keys(errorStatus) }, params: { type: 'object' }, field: { type: 'string' } },
    },
  },
}

const parametersOf = (place: 'path' | 'query', schema: TObject | undefined) =>
  Object.entries(schema?.properties ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || ((schema as { required?: string[] }).required ?? []).includes(name),
    schema: shape,
  }))

const responsesOf = (endpoint: Endpoint) => {
  const byStatus = Map.groupBy(possibleErrorsOf(endpoint), key => errorStatus[key])
  const json = (schema: unknown) => ({ 'application/json': { schema } })
  return {
    200: { description: 'Success', content: json(endpoint.answer) },
    ...Object.fromEntries(
      [...byStatus]
        .sort(([a], [z]) => a - z)
        .map(([status, keys]) => [
          status,
          { description: keys.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
        ]),
    ),
  }
}

const picture = { type: 'string', format: 'binary', description: 'one picture' }

const requestContentOf = (endpoint: Endpoint) => {
  const body = closedBodySchemaOf(endpoint)
  return {
    'application/json': { schema: body },
    ...(endpoint.files && {
      'multipart/form-data': { schema: { ...body, properties: { ...body.properties, files: picture } } },
    }),
  }
}

/** Returns an OpenAPI 3.1 document of the served endpoints: the contract's schemas already are JSON Schema. */
const describeApi = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        summary: endpoint.summary,
        parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
        ...(endpoint.body && {
          requestBody: { required: !endpoint.bodyOptional, content: requestContentOf(endpoint) },
        }),
        responses: responsesOf(endpoint),
        ...(endpoint.access !== 'public' && { security: [{ session: [] }, { token: [] }] }),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parvis', version: CLIENT_VERSION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'parvis' },
        token: { type: 'http', scheme: 'bearer', description: 'for our native apps only' },
      },
    },
  }
}

/** Serves the OpenAPI document of all endpoints. It has 770 kB and never changes, so it is compressed only once. */
export const serveApiPage = (app: FastifyInstance): void => {
  const apiPage = memoize(() => {
    const endpoints = app.servedRoutes.flatMap(({ endpoint }) => endpoint ?? [])
    const bytes = Buffer.from(JSON.stringify(describeApi(endpoints)))
    return new Json(bytes, gzipSync(bytes))
  })
  app.get('/docs/api', async (request, reply) => sendJson(apiPage(), request, reply))
}
