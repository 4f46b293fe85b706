import { publishPost } from '@parvis/contract/publish.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

const tree = join(import.meta.dirname, '../../apps/web/src/routeTree.gen.ts')

/** Every address pattern of the web app, as the router's generated tree names them. */
export const readRoutes = (source = readFileSync(tree, 'utf8')): string[] => {
  const list = /export interface FileRoutesByTo \{([^}]*)\}/.exec(source)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path!).sort()
}

/** One way to stand on a route: the address, and who looks. */
export interface Visit {
  name: string
  route: string
  path: string
  as?: string
}

/** What addresses need of the demo world. */
export interface Known {
  dealId: string
  /** A post of the neighbour's own, and one with a picture. */
  ownPostId: string
  photoUri: string
  cityUri: string
  dealUri: string
}

export const readKnown = async ({ db, communityId, as }: TestServer): Promise<Known> => {
  const row = await db
    .selectFrom('deals')
    .innerJoin('cities', 'cities.id', 'deals.city_id')
    .innerJoin('community_deals as shown', 'shown.deal_id', 'deals.id')
    .select(['deals.id', 'cities.uri', 'deals.custom_uri'])
    .where('shown.community_id', '=', await communityId('les-tilleuls'))
    .where('deals.approved_at', 'is not', null)
    .orderBy('deals.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const community = await communityId('les-tilleuls')
  const { answer: own } = await (
    await as('neighbor')
  ).call(publishPost, {
    body: {
      title: 'Graines de tomates',
      description: 'J’en ai trop semé : servez-vous devant le local à vélos.',
      lang: { en: { title: 'Tomato seedlings', description: 'I sowed too many: help yourself by the bike room.' } },
    },
  })
  const pictured = await db
    .selectFrom('events')
    .select('photo_id')
    .where('community_id', '=', community)
    .where('photo_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    ownPostId: own._id,
    photoUri: `/media/${pictured.photo_id}`,
    dealId: row.id,
    cityUri: row.uri,
    dealUri: row.custom_uri,
  }
}

/** Every screen that there is, each at least once: what axe looks at and what is photographed. */
export const visits = ({ dealId, cityUri, dealUri, ownPostId, photoUri }: Known): Visit[] => [
  { name: 'landing', route: '/$c', path: '/les-tilleuls' },
  { name: 'landing-private', route: '/$c', path: '/residence-du-lac' },
  { name: 'login', route: '/$c/connexion', path: '/les-tilleuls/connexion' },
  { name: 'login-key', route: '/$c/connexion', path: '/quartier-de-la-gare/connexion' },
  { name: 'feed', route: '/$c/actualites', path: '/les-tilleuls/actualites', as: 'neighbor' },
  {
    name: 'new-post',
    route: '/$c/actualites/edition-publication',
    path: '/les-tilleuls/actualites/edition-publication',
    as: 'neighbor',
  },
  {
    name: 'post',
    route: '/$c/actualites/publication',
    path: `/les-tilleuls/actualites/publication?id=${ownPostId}`,
    as: 'neighbor',
  },
  { name: 'zoom', route: '/zoom-image', path: `/zoom-image?uri=${photoUri}`, as: 'neighbor' },
  { name: 'video', route: '/youtube', path: '/youtube?videoId=SkVqJ1SGeL0', as: 'neighbor' },
  { name: 'deals', route: '/$c/vie-locale', path: '/les-tilleuls/vie-locale', as: 'neighbor' },
  { name: 'deal', route: '/$c/annonce', path: `/les-tilleuls/annonce?id=${dealId}`, as: 'neighbor' },
  { name: 'deal-public', route: '/$c/vie-locale/$ad', path: `/${cityUri}/vie-locale/${dealUri}` },
  { name: 'maintenance', route: '/maintenance', path: '/maintenance' },
  { name: 'not-found', route: '/$c/$', path: '/les-tilleuls/nowhere' },
  { name: 'not-found-member', route: '/$c/$', path: '/les-tilleuls/nowhere', as: 'neighbor' },
]

/** Routes that only lead elsewhere. */
const passages = ['/', '/detail-publication']

export const missingRoutes = (routes: readonly string[], visited: readonly Visit[]): string[] => {
  const known = new Set([...passages, ...visited.map(visit => visit.route)])
  return routes.filter(route => !known.has(route))
}
