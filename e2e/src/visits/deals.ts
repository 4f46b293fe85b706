import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async ({ db, communityId }) => {
  const deal = await db
    .selectFrom('deals')
    .innerJoin('cities', 'cities.id', 'deals.city_id')
    .innerJoin('community_deals as shown', 'shown.deal_id', 'deals.id')
    .select(['deals.id', 'cities.uri', 'deals.custom_uri'])
    .where('shown.community_id', '=', await communityId('les-tilleuls'))
    .where('shown.listed', '=', true)
    .orderBy('deals.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [
    { name: 'deals', route: '/$c/vie-locale', path: '/les-tilleuls/vie-locale', as: 'neighbor' },
    { name: 'deals-map', route: '/$c/a-proximite', path: '/les-tilleuls/a-proximite', as: 'neighbor' },
    { name: 'deals-visited', route: '/$c/bons-plans', path: '/les-tilleuls/bons-plans' },
    {
      name: 'deals-mine',
      route: '/$c/vie-locale/mes-annonces',
      path: '/les-tilleuls/vie-locale/mes-annonces',
      as: 'administrator',
    },
    {
      name: 'deal-writing',
      route: '/$c/vie-locale/edition',
      path: '/les-tilleuls/vie-locale/edition',
      as: 'administrator',
    },
    { name: 'deal', route: '/$c/annonce', path: `/les-tilleuls/annonce?id=${deal.id}`, as: 'neighbor' },
    { name: 'deal-public', route: '/$c/vie-locale/$ad', path: `/${deal.uri}/vie-locale/${deal.custom_uri}` },
  ]
}
