import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { asPerson, userIdOf } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

/** The ids of a post and of all that is shown on it. */
interface PostPartIds {
  author: string
  photo: string
  portrait: string
  template: string
  category: string
  place: string
  deal: string
  event: string
}

export interface RenderedPostWorld {
  server: TestServer
  home: string
  viewers: Map<string, Visitor>
  ids: PostPartIds
  /** While `deaf` is true, `postChanges` do not publish their changes. */
  faults: { deaf: boolean }
}

/** Returns viewers of several roles and the author of the post, by name. */
const createViewers = async (server: TestServer): Promise<Map<string, Visitor>> => {
  const viewers = new Map<string, Visitor>()
  const author = await asPerson(server, { email: 'author@cards.example', community: 'les-tilleuls' })
  viewers.set('author', author.visitor)
  for (const name of ['neighbor', 'administrator', 'advertiser']) viewers.set(name, await server.as(name))
  viewers.set('guest', await server.asGuest())
  viewers.set(
    'camping',
    (await asPerson(server, { email: 'camper@cards.example', community: 'camping-des-pins' })).visitor,
  )
  return viewers
}

/** Inserts what a post shows: pictures, a template with its category, a place and a deal. */
const addPostParts = async ({ db }: TestServer, home: string, ids: PostPartIds): Promise<void> => {
  const picture = {
    class: 'community',
    community_id: home,
    width: 800,
    height: 600,
    thumbhash: 'ojkBBICIeHeIh3eIiIAHgomfdw==',
  } as const
  await db
    .insertInto('media')
    .values([
      { id: ids.photo, ...picture, alt: 'avant' },
      { id: ids.portrait, ...picture },
    ])
    .execute()
  await db.updateTable('users').set({ photo_id: ids.portrait }).where('id', '=', ids.author).execute()
  await db
    .insertInto('template_categories')
    .values({ id: ids.category, name: 'Avant', picto: 'ladder', hue: 'share', position: 99 } as never)
    .execute()
  await db
    .insertInto('templates')
    .values({
      id: ids.template,
      category_id: ids.category,
      type: 'Activity',
      name: 'avant',
      picto: 'ladder',
      position: 99,
    } as never)
    .execute()
  await db
    .insertInto('places')
    .values({ community_id: home, id: ids.place, kind: 'location', name: 'avant', name_en: null })
    .execute()
  const deal = await db.selectFrom('deals').selectAll().limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('deals')
    .values({ ...deal, id: ids.deal, custom_uri: 'carte', title: 'avant' } as never)
    .execute()
}

/** Creates viewers of several roles, and all that a post of `ids.author` shows; the caller adds the post itself. */
export const createRenderedPostWorld = async (
  server: TestServer,
  faults: RenderedPostWorld['faults'],
): Promise<RenderedPostWorld> => {
  const home = await server.communityId('les-tilleuls')
  const viewers = await createViewers(server)
  const ids = {
    author: await userIdOf(viewers.get('author')!),
    photo: newId(),
    portrait: newId(),
    template: newId(),
    category: newId(),
    place: newId(),
    deal: newId(),
    event: '',
  }
  await addPostParts(server, home, ids)
  return { server, home, viewers, ids, faults }
}

const publishChanged = ({ server, faults }: RenderedPostWorld, ...changedIds: string[]) => {
  if (!faults.deaf) server.platform.bus.publish('display.changed', { ids: changedIds })
}

/** Functions that change something that the post `ids.event` shows, and publish the change. */
export const postChanges: Record<string, (world: RenderedPostWorld) => Promise<void>> = {
  'its text': async ({ server, ids }) =>
    void (await server.db.updateTable('events').set({ title: 'après' }).where('id', '=', ids.event).execute()),
  'its answers': async ({ server, home, ids, viewers }) => {
    await server.db
      .insertInto('event_answers')
      .values({ community_id: home, event_id: ids.event, user_id: await userIdOf(viewers.get('neighbor')!) })
      .execute()
    await server.db.updateTable('events').set({ interested_count: 1 }).where('id', '=', ids.event).execute()
  },
  'its author’s name': async world => {
    await world.server.db
      .updateTable('users')
      .set({ firstname: `Après ${newId()}` })
      .where('id', '=', world.ids.author)
      .execute()
    publishChanged(world, world.ids.author)
  },
  'its author’s portrait': async world => {
    await world.server.db
      .updateTable('users')
      .set({ photo_id: sql`case when photo_id is null then ${world.ids.portrait}::uuid end` })
      .where('id', '=', world.ids.author)
      .execute()
    publishChanged(world, world.ids.author)
  },
  'its author’s role': async ({ server, ids, faults }) => {
    await server.db
      .updateTable('users')
      .set({ role: sql`case role when 'neighbor' then 'employee' else 'neighbor' end` })
      .where('id', '=', ids.author)
      .execute()
    if (!faults.deaf) server.platform.bus.publish('actor.changed', { userIds: [ids.author] })
  },
  'its photo’s alt text': async world => {
    await world.server.db
      .updateTable('media')
      .set({ alt: `après ${newId()}` })
      .where('id', '=', world.ids.photo)
      .execute()
    publishChanged(world, world.ids.photo)
  },
  'its template': async world => {
    await world.server.db
      .updateTable('templates')
      .set({ name: `après ${newId()}` })
      .where('id', '=', world.ids.template)
      .execute()
    publishChanged(world, world.ids.template)
  },
  'its template’s category': async world => {
    await world.server.db
      .updateTable('template_categories')
      .set({ hue: sql`case hue when 'share' then 'help' else 'share' end` })
      .where('id', '=', world.ids.category)
      .execute()
    publishChanged(world, world.ids.category)
  },
  'its place': async world => {
    await world.server.db
      .updateTable('places')
      .set({ name: `après ${newId()}` })
      .where('id', '=', world.ids.place)
      .execute()
    publishChanged(world, world.ids.place)
  },
  'its deal': async world => {
    await world.server.db
      .updateTable('deals')
      .set({ title: `après ${newId()}` })
      .where('id', '=', world.ids.deal)
      .execute()
    publishChanged(world, world.ids.deal)
  },
  'its channels': async ({ server, home, ids }) => {
    await sql`update event_channels set channel_id = (select id from channels where community_id = ${home} and channel_type = 'ShareChannel') where event_id = ${ids.event}`.execute(
      server.db,
    )
    await server.db.updateTable('events').set({ updated_at: new Date() }).where('id', '=', ids.event).execute()
  },
}
