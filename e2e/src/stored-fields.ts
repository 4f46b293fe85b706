import type { Endpoint } from '@parvis/contract/endpoint.ts'
import type { ErrorAnswer } from '@parvis/contract/errors.ts'
import { multipartOf } from '../../apps/server/src/testing/multipart.ts'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { createTextRecipes } from './text-recipes.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maxLength?: number
}

export interface TextField {
  /** The path of the field, for example `lang.en.title` or `choices[].name`. */
  path: string
  maxLength: number
}

/** Text fields that hold ids, secrets, dates and settings: none stores free text. */
const nonTextFields =
  /(?:^|\.|\])(?:\w*(?:Id|Ids|Uri|Date)(?:\[\])?|_id|code|picto|token|password|\w*password|key|registerkey|nonce|identityToken|secret|image|uri|from|until|os|appname|app|version|timezone|birthdate|customUri)$/

const textFieldsOf = (schema: Schema | undefined, path = ''): TextField[] => {
  if (!schema) return []
  if (schema.anyOf) return schema.anyOf.flatMap(one => textFieldsOf(one, path))
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      textFieldsOf(one, path ? `${path}.${name}` : name),
    )
  if (schema.type === 'array') return textFieldsOf(schema.items, `${path}[]`)
  if (schema.type !== 'string' || schema.format || schema.enum || 'const' in schema || nonTextFields.test(path))
    return []
  return [{ path, maxLength: schema.maxLength ?? 200 }]
}

/** Calls left out, with the reason: they store no free text, or only fields that a call not left out covers. */
const withoutStoredText: Record<string, string> = {
  'POST /api/auth': 'a log-in',
  'POST /api/auth/apple': 'a log-in',
  'POST /api/auth/signup/apple': 'nobody signs in with Apple here; the names are those of the profile',
  'POST /api/clear': 'asks for a mail to an account that is there',
  'POST /api/users': 'an e-mail address alone',
  'POST /messages/exitchat': 'names somebody',
  'POST /admin/setup': 'nobody’s once there is a community; its fields are those of the community and the profile',
}

const setPath = (target: Record<string, unknown>, path: string, value: string) => {
  const steps = path.split('.')
  let at: Record<string, unknown> = target
  for (const [index, step] of steps.entries()) {
    const name = step.replace('[]', '')
    const isLast = index === steps.length - 1
    if (step.endsWith('[]')) {
      const list = (at[name] ??= [{}]) as Record<string, unknown>[]
      at = list[0]!
    } else if (isLast) at[name] = value
    else at = (at[name] ??= {}) as Record<string, unknown>
  }
}

export const listTextCalls = (server: TestServer): { name: string; endpoint: Endpoint; fields: TextField[] }[] =>
  server.app.servedRoutes.flatMap(({ method, path, endpoint }) => {
    const fields = textFieldsOf(endpoint?.body as Schema | undefined)
    const unique = [...new Map(fields.map(one => [one.path, one])).values()]
    return endpoint && unique.length > 0 ? [{ name: `${method} ${path}`, endpoint, fields: unique }] : []
  })

/** Creates the recipes that store a text in the fields of each call, with the accounts of the demo world. */
export const createRecipes = async (server: TestServer) => {
  const { recipes, visitors, picture } = await createTextRecipes(server)
  const isMedia = (name: string) => name === 'POST /media'

  const sendTexts = async (name: string, fields: readonly TextField[], payload: string) => {
    await server.db.deleteFrom('attempts').execute()
    const { as, prepareRequest } = recipes[name]!
    const { url, body } = await prepareRequest()
    for (const { path, maxLength } of fields) setPath(body, path, payload.slice(0, maxLength))
    const [method, path] = name.split(' ') as [string, string]
    const request = isMedia(name)
      ? multipartOf([...(Object.entries(body) as [string, string | object][]), ['files', picture]])
      : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return visitors.get(as)!.send({ method, url: url ?? path, ...request })
  }

  /**
   * Stores one text in every field of a call; returns the accepted fields, the id of the created row, and the reason of
   * a refusal. Fields that a rule may refuse (`canBeRefused`) are tried one by one.
   */
  const store = async (
    { name, fields }: { name: string; fields: readonly TextField[] },
    payload: string,
    canBeRefused: (field: string) => boolean,
  ): Promise<{ accepted: string[]; id: string | null; refused: string | null }> => {
    const accepted: string[] = []
    for (const field of fields.filter(({ path }) => canBeRefused(path))) {
      const { status } = await sendTexts(name, [field], payload)
      if (status < 300) accepted.push(field.path)
      if (status >= 500) return { accepted, id: null, refused: `${field.path}: ${status}` }
    }
    let remaining = fields.filter(({ path }) => !canBeRefused(path))
    for (;;) {
      const reply = await sendTexts(name, remaining, payload)
      if (reply.status < 300)
        return {
          accepted: [...accepted, ...remaining.map(({ path }) => path)],
          id: (reply.answer as { _id?: string })._id ?? null,
          refused: null,
        }
      const { key, field } = reply.error as ErrorAnswer['error']
      const refusedField = remaining.find(
        ({ path }) => path === field || (field !== undefined && path.endsWith(`.${field}`)),
      )
      if (!refusedField) return { accepted, id: null, refused: `${reply.status} ${key} ${field ?? ''}` }
      remaining = remaining.filter(one => one !== refusedField)
    }
  }
  return { recipes, withoutStoredText, store }
}
