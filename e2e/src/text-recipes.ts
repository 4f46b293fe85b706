import { randomUUID } from 'node:crypto'
import { hashSecret } from '../../apps/server/src/kernel/secrets.ts'
import { addDeal } from '../../apps/server/src/testing/deals.ts'
import { addMessages } from '../../apps/server/src/testing/messages.ts'
import { multipartOf } from '../../apps/server/src/testing/multipart.ts'
import { userIdOf } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import type { TestServer, Visitor } from '../../apps/server/src/testing/test-server.ts'

const MAX_NEW_PLACES = 60

interface Recipe {
  as: string
  /** Returns the URL with its ids, and the body without the texts. */
  prepareRequest(): Promise<{ url?: string; body: Record<string, unknown> }>
}
type Recipes = Record<string, Recipe>

/** Logs in the accounts of the demo world by role; `upload` and `send` make the calls that prepare another call. */
const createAccounts = async (server: TestServer) => {
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
  const send = async (as: string, method: string, url: string, body: object) => {
    const { answer } = await visitors
      .get(as)!
      .send({ method, url, payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    return (answer as { _id: string })._id
  }
  return { visitors, ids, picture, upload, send }
}
type Accounts = Awaited<ReturnType<typeof createAccounts>>

const findCategories = async ({ db }: TestServer) => {
  const { id: dealCategory } = await db.selectFrom('deal_categories').select('id').limit(1).executeTakeFirstOrThrow()
  const { id: category } = await db
    .selectFrom('template_categories')
    .select('id')
    .where('community_id', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const loc = { type: 'Point', coordinates: [6.1286, 45.8987] }
  return { category, deal: { categoryId: dealCategory, loc } }
}

/** Returns a function that removes the places of earlier payloads, since a community has at most a hundred places. */
const createPlaceRemoval = async ({ db }: TestServer, home: string) => {
  const placesBefore = await db.selectFrom('places').select('id').where('community_id', '=', home).execute()
  return () =>
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
}

const createPosts = ({ db }: TestServer, { send }: Accounts) => {
  const post = () => send('neighbor2', 'POST', '/events/publish', { description: 'Bonjour' })
  /** Creates a moderation case about a post of the second neighbour: decided by `decidedBy`, otherwise open. */
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
  return { post, moderationCase }
}

const createRecipeWorld = async (server: TestServer) => {
  const home = await server.communityId('les-tilleuls')
  const accounts = await createAccounts(server)
  return {
    server,
    db: server.db,
    home,
    ...accounts,
    ...(await findCategories(server)),
    ...createPosts(server, accounts),
    removeOldPlaces: await createPlaceRemoval(server, home),
  }
}
type RecipeWorld = Awaited<ReturnType<typeof createRecipeWorld>>

const moderationRecipes = ({ db, send, moderationCase }: RecipeWorld): Recipes => ({
  'PUT /admin/moderation/:id': {
    as: 'administrator',
    prepareRequest: async () => ({
      url: `/admin/moderation/${await moderationCase()}`,
      body: { decision: 'warn', rule: 'respect', reason: 'Trop vif' },
    }),
  },
  'PUT /admin/moderation/:id/restore': {
    as: 'administrator',
    prepareRequest: async () => ({
      url: `/admin/moderation/${await moderationCase('administrator')}/restore`,
      body: {},
    }),
  },
  'PUT /admin/moderation/:id/appeal': {
    as: 'administrator',
    prepareRequest: async () => {
      const id = await moderationCase('webmaster')
      await send('neighbor2', 'POST', '/moderation/appeals', { caseId: id, text: 'Pardon' })
      return { url: `/admin/moderation/${id}/appeal`, body: { overturn: false, reason: 'Elle tient' } }
    },
  },
  'POST /moderation/appeals': {
    as: 'neighbor2',
    prepareRequest: async () => ({ body: { caseId: await moderationCase('administrator'), text: 'Pardon' } }),
  },
  'POST /moderation/appeal': {
    as: 'nobody',
    prepareRequest: async () => {
      const [id, token] = [await moderationCase('administrator'), randomUUID()]
      await db
        .updateTable('moderation_cases')
        .set({ appeal_token_hash: hashSecret(token) })
        .where('id', '=', id)
        .execute()
      return { body: { token, text: 'Pardon' } }
    },
  },
})

const deskRecipes = ({ home, upload, send, removeOldPlaces }: RecipeWorld): Recipes => ({
  'PUT /admin/community': {
    as: 'administrator',
    prepareRequest: async () => ({ body: { usefulNumbers: [{ name: 'Mairie', phone: '+33 4 50 00 12 01' }] } }),
  },
  'POST /admin/invitations': {
    as: 'administrator',
    prepareRequest: async () => ({ body: { email: `${randomUUID()}@stored.example` } }),
  },
  'POST /admin/places': {
    as: 'administrator',
    prepareRequest: async () => {
      await removeOldPlaces()
      return { body: { name: 'Verger' } }
    },
  },
  'PUT /admin/places/:id': {
    as: 'administrator',
    prepareRequest: async () => ({
      url: `/admin/places/${await send('administrator', 'POST', '/admin/places', { name: 'Verger' })}`,
      body: {},
    }),
  },
  'PUT /communities/map': {
    as: 'administrator',
    prepareRequest: async () => ({ body: { _id: home, mapPhotoUri: await upload('administrator') } }),
  },
  'POST /communities/request': {
    as: 'nobody',
    prepareRequest: async () => ({
      body: { communitytype: 'Residence', email: 'somebody@stored.example', name: 'Les Jardins' },
    }),
  },
})

const postRecipes = ({ db, upload, send, post, category }: RecipeWorld): Recipes => ({
  'PUT /events/:id': {
    as: 'neighbor2',
    prepareRequest: async () => ({
      url: `/events/${await post()}`,
      body: { description: 'Bonjour', photoUri: await upload('neighbor2') },
    }),
  },
  'POST /events/cancel/:id': {
    as: 'neighbor2',
    prepareRequest: async () => {
      const id = await post()
      // Only a post with a date can be called off.
      await db.updateTable('events').set({ date_id: 'together' }).where('id', '=', id).execute()
      return { url: `/events/cancel/${id}`, body: { reason: 'Il pleut' } }
    },
  },
  'PUT /events/flag/:id': {
    as: 'neighbor',
    prepareRequest: async () => ({ url: `/events/flag/${await post()}`, body: {} }),
  },
  'POST /events/publish': {
    as: 'neighbor',
    prepareRequest: async () => ({ body: { description: 'Bonjour', photoUri: await upload('neighbor') } }),
  },
  'POST /templates': {
    as: 'employee',
    prepareRequest: async () => ({
      body: { name: 'Note', description: 'Bonjour', categoryId: category, photoUri: await upload('employee') },
    }),
  },
  'PUT /templates/:id': {
    as: 'employee',
    prepareRequest: async () => ({
      url: `/templates/${await send('employee', 'POST', '/templates', { name: 'Note', description: 'Bonjour', categoryId: category })}`,
      body: { photoUri: await upload('employee') },
    }),
  },
})

const dealRecipes = ({ server, ids, upload, deal }: RecipeWorld): Recipes => ({
  'PUT /gooddeals/flag/:id': {
    as: 'neighbor',
    prepareRequest: async () => ({
      url: `/gooddeals/flag/${await addDeal(server, { userId: ids.get('advertiser')! })}`,
      body: {},
    }),
  },
  'PUT /admin/deals/:id': {
    as: 'administrator',
    prepareRequest: async () => ({
      url: `/admin/deals/${await addDeal(server, { userId: ids.get('advertiser')!, isPending: true })}`,
      body: { approve: false },
    }),
  },
  'POST /gooddeals': {
    as: 'administrator',
    prepareRequest: async () => ({
      body: { ...deal, title: 'Pain', photoUri: await upload('administrator'), choices: [{ name: 'x' }] },
    }),
  },
  'PUT /gooddeals/:id': {
    as: 'administrator',
    prepareRequest: async () => ({
      url: `/gooddeals/${await addDeal(server, { userId: ids.get('administrator')! })}`,
      body: { photoUri: await upload('administrator') },
    }),
  },
  'PUT /gooddeals/map': {
    as: 'administrator',
    prepareRequest: async () => ({
      body: {
        _id: await addDeal(server, { userId: ids.get('administrator')! }),
        mapPhotoUri: await upload('administrator'),
      },
    }),
  },
})

const memberRecipes = ({ server, home, ids }: RecipeWorld): Recipes => ({
  'PUT /api/flag/:id': {
    as: 'neighbor',
    prepareRequest: async () => ({ url: `/api/flag/${ids.get('neighbor2')!}`, body: {} }),
  },
  'PUT /api/user': { as: 'neighbor2', prepareRequest: async () => ({ body: { confirmaddress: true } }) },
  'POST /media': { as: 'neighbor', prepareRequest: async () => ({ body: {} }) },
  'POST /messages': {
    as: 'neighbor2',
    prepareRequest: async () => ({ body: { to: ids.get('neighbor')!, tmpId: randomUUID(), text: 'Bonjour' } }),
  },
  'PUT /messages/flag/:id': {
    as: 'neighbor',
    prepareRequest: async () => ({
      url: `/messages/flag/${(await addMessages(server, home, ids.get('neighbor2')!, ids.get('neighbor')!))[0]!}`,
      body: {},
    }),
  },
})

/** Creates a recipe for each call that stores free text, with the accounts of the demo world. */
export const createTextRecipes = async (server: TestServer) => {
  const world = await createRecipeWorld(server)
  const recipes: Recipes = {
    ...moderationRecipes(world),
    ...deskRecipes(world),
    ...postRecipes(world),
    ...dealRecipes(world),
    ...memberRecipes(world),
  }
  return { recipes, visitors: world.visitors, picture: world.picture }
}
