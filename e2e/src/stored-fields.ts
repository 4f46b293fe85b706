import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@parvis/contract/endpoint.ts'
import type { ErrorAnswer } from '@parvis/contract/errors.ts'
import { servedRoutes } from '../../apps/server/src/kernel/http/serve.ts'
import { hashSecret } from '../../apps/server/src/kernel/secrets.ts'
import { addDeal } from '../../apps/server/src/testing/deals.ts'
import { multipartOf } from '../../apps/server/src/testing/multipart.ts'
import { addMessages } from '../../apps/server/src/testing/messages.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { userIdOf } from '../../apps/server/src/testing/people.ts'
import type { TestServer, Visitor } from '../../apps/server/src/testing/test-server.ts'

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

/** Calls that store no free text, or whose fields another call of this list covers, with the reason. */
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
  servedRoutes.get(server.app)!.flatMap(({ method, path, endpoint }) => {
    const fields = textFieldsOf(endpoint?.body as Schema | undefined)
    const unique = [...new Map(fields.map(one => [one.path, one])).values()]
    return endpoint && unique.length > 0 ? [{ name: `${method} ${path}`, endpoint, fields: unique }] : []
  })

const MAX_NEW_PLACES = 60

interface Recipe {
  as: string
  /** Returns the URL with its ids, and the body without the texts. */
  make(): Promise<{ url?: string; body: Record<string, unknown> }>
}

/** Creates a recipe for each call that stores free text, with the accounts of the demo world. */
export const createRecipes = async (server: TestServer) => {
  const { db, communityId } = server
  const home = await communityId('les-tilleuls')
  const visitors = new Map<string, Visitor>([['nobody', server.visitor()]])
  for (const role of ['neighbor', 'neighbor2', 'advertiser', 'employee', 'administrator', 'webmaster'])
    visitors.set(role, await server.as(role))
  const ids = new Map<string, string>()
  for (const [name, visitor] of visitors) if (name !== 'nobody') ids.set(name, await userIdOf(visitor))
  const picture = await plainPicture(40, 30).jpeg().toBuffer()
  const upload = async (as: string) => {
    const { answer } = await visitors
      .get(as)!
      .send({ method: 'POST', url: '/media', ...multipartOf([['files', picture]]) })
    return (answer as { uri: string }).uri
  }
  const { id: dealCategory } = await db.selectFrom('deal_categories').select('id').limit(1).executeTakeFirstOrThrow()
  const { id: category } = await db
    .selectFrom('template_categories')
    .select('id')
    .where('community_id', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const loc = { type: 'Point', coordinates: [6.1286, 45.8987] }
  const deal = { categoryId: dealCategory, loc }
  const send = async (as: string, method: string, url: string, body: object) => {
    const { answer } = await visitors
      .get(as)!
      .send({ method, url, payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    return (answer as { _id: string })._id
  }
  const placesBefore = await db.selectFrom('places').select('id').where('community_id', '=', home).execute()
  /** Removes the places of former payloads, since a community has at most a hundred places. */
  const removeOldPlaces = () =>
    db
      .deleteFrom('places')
      .where('community_id', '=', home)
      .where(
        'id',
        'not in',
        placesBefore.map(({ id }) => id),
      )
      .where('id', 'not in', eb =>
        eb
          .selectFrom('places')
          .select('id')
          .where('community_id', '=', home)
          .orderBy('id', 'desc')
          .limit(MAX_NEW_PLACES),
      )
      .execute()
  const post = () => send('neighbor2', 'POST', '/events/publish', { description: 'Bonjour' })
  /** Creates a case about a post of the second neighbour, decided by a member of the team or open. */
  const moderationCase = async (decidedBy?: string) => {
    const postId = await post()
    await send('neighbor', 'PUT', `/events/flag/${postId}`, {})
    const { id } = await db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', postId)
      .executeTakeFirstOrThrow()
    const ruling = { decision: 'hide', rule: 'respect', reason: 'Trop vif' }
    if (decidedBy) await send(decidedBy, 'PUT', `/admin/moderation/${id}`, ruling)
    return id
  }
  const recipes: Record<string, Recipe> = {
    'PUT /admin/moderation/:id': {
      as: 'administrator',
      make: async () => ({
        url: `/admin/moderation/${await moderationCase()}`,
        body: { decision: 'warn', rule: 'respect', reason: 'Trop vif' },
      }),
    },
    'PUT /admin/moderation/:id/restore': {
      as: 'administrator',
      make: async () => ({ url: `/admin/moderation/${await moderationCase('administrator')}/restore`, body: {} }),
    },
    'PUT /admin/moderation/:id/appeal': {
      as: 'administrator',
      make: async () => {
        const id = await moderationCase('webmaster')
        await send('neighbor2', 'POST', '/moderation/appeals', { caseId: id, text: 'Pardon' })
        return { url: `/admin/moderation/${id}/appeal`, body: { overturn: false, reason: 'Elle tient' } }
      },
    },
    'POST /moderation/appeals': {
      as: 'neighbor2',
      make: async () => ({ body: { caseId: await moderationCase('administrator'), text: 'Pardon' } }),
    },
    'POST /moderation/appeal': {
      as: 'nobody',
      make: async () => {
        const [id, token] = [await moderationCase('administrator'), randomUUID()]
        await db
          .updateTable('moderation_cases')
          .set({ appeal_token_hash: hashSecret(token) })
          .where('id', '=', id)
          .execute()
        return { body: { token, text: 'Pardon' } }
      },
    },
    'PUT /gooddeals/flag/:id': {
      as: 'neighbor',
      make: async () => ({
        url: `/gooddeals/flag/${await addDeal(server, { userId: ids.get('advertiser')! })}`,
        body: {},
      }),
    },
    'PUT /admin/community': {
      as: 'administrator',
      make: async () => ({ body: { usefulNumbers: [{ name: 'Mairie', phone: '+33 4 50 00 12 01' }] } }),
    },
    'PUT /admin/deals/:id': {
      as: 'administrator',
      make: async () => ({
        url: `/admin/deals/${await addDeal(server, { userId: ids.get('advertiser')!, isPending: true })}`,
        body: { approve: false },
      }),
    },
    'POST /admin/invitations': {
      as: 'administrator',
      make: async () => ({ body: { email: `${randomUUID()}@stored.example` } }),
    },
    'POST /admin/places': {
      as: 'administrator',
      make: async () => {
        await removeOldPlaces()
        return { body: { name: 'Verger' } }
      },
    },
    'PUT /admin/places/:id': {
      as: 'administrator',
      make: async () => ({
        url: `/admin/places/${await send('administrator', 'POST', '/admin/places', { name: 'Verger' })}`,
        body: {},
      }),
    },
    'PUT /api/flag/:id': {
      as: 'neighbor',
      make: async () => ({ url: `/api/flag/${ids.get('neighbor2')!}`, body: {} }),
    },
    'PUT /api/user': { as: 'neighbor2', make: async () => ({ body: { confirmaddress: true } }) },
    'PUT /communities/map': {
      as: 'administrator',
      make: async () => ({ body: { _id: home, mapPhotoUri: await upload('administrator') } }),
    },
    'POST /communities/request': {
      as: 'nobody',
      make: async () => ({
        body: { communitytype: 'Residence', email: 'somebody@stored.example', name: 'Les Jardins' },
      }),
    },
    'PUT /events/:id': {
      as: 'neighbor2',
      make: async () => ({
        url: `/events/${await post()}`,
        body: { description: 'Bonjour', photoUri: await upload('neighbor2') },
      }),
    },
    'POST /events/cancel/:id': {
      as: 'neighbor2',
      make: async () => {
        const id = await post()
        // Only a post with a date can be called off.
        await db.updateTable('events').set({ date_id: 'together' }).where('id', '=', id).execute()
        return { url: `/events/cancel/${id}`, body: { reason: 'Il pleut' } }
      },
    },
    'PUT /events/flag/:id': { as: 'neighbor', make: async () => ({ url: `/events/flag/${await post()}`, body: {} }) },
    'POST /events/publish': {
      as: 'neighbor',
      make: async () => ({ body: { description: 'Bonjour', photoUri: await upload('neighbor') } }),
    },
    'POST /gooddeals': {
      as: 'administrator',
      make: async () => ({
        body: { ...deal, title: 'Pain', photoUri: await upload('administrator'), choices: [{ name: 'x' }] },
      }),
    },
    'PUT /gooddeals/:id': {
      as: 'administrator',
      make: async () => ({
        url: `/gooddeals/${await addDeal(server, { userId: ids.get('administrator')! })}`,
        body: { photoUri: await upload('administrator') },
      }),
    },
    'PUT /gooddeals/map': {
      as: 'administrator',
      make: async () => ({
        body: {
          _id: await addDeal(server, { userId: ids.get('administrator')! }),
          mapPhotoUri: await upload('administrator'),
        },
      }),
    },
    'POST /media': { as: 'neighbor', make: async () => ({ body: {} }) },
    'POST /messages': {
      as: 'neighbor2',
      make: async () => ({ body: { to: ids.get('neighbor')!, tmpId: randomUUID(), text: 'Bonjour' } }),
    },
    'PUT /messages/flag/:id': {
      as: 'neighbor',
      make: async () => ({
        url: `/messages/flag/${(await addMessages(server, home, ids.get('neighbor2')!, ids.get('neighbor')!))[0]!}`,
        body: {},
      }),
    },
    'POST /templates': {
      as: 'employee',
      make: async () => ({
        body: { name: 'Note', description: 'Bonjour', categoryId: category, photoUri: await upload('employee') },
      }),
    },
    'PUT /templates/:id': {
      as: 'employee',
      make: async () => ({
        url: `/templates/${await send('employee', 'POST', '/templates', { name: 'Note', description: 'Bonjour', categoryId: category })}`,
        body: { photoUri: await upload('employee') },
      }),
    },
  }
  const isMedia = (name: string) => name === 'POST /media'

  const sendTexts = async (name: string, fields: readonly TextField[], payload: string) => {
    await db.deleteFrom('attempts').execute()
    const { as, make } = recipes[name]!
    const { url, body } = await make()
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
