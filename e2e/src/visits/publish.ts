import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async ({ db }) => {
  const template = await db
    .selectFrom('templates')
    .select('id')
    .where('type', '=', 'Activity')
    .where('community_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const feed = '/les-tilleuls/actualites'
  return [
    {
      name: 'new-post',
      route: '/$c/actualites/edition-publication',
      path: `${feed}/edition-publication`,
      as: 'neighbor',
    },
    {
      name: 'moments',
      route: '/$c/actualites/instants-partage',
      path: `${feed}/instants-partage`,
      as: 'neighbor',
    },
    { name: 'requests', route: '/$c/actualites/demandes', path: `${feed}/demandes`, as: 'neighbor' },
    { name: 'messages', route: '/$c/actualites/modeles', path: `${feed}/modeles`, as: 'employee' },
    {
      name: 'publish',
      route: '/$c/actualites/parametres-publication',
      path: `${feed}/parametres-publication?templateId=${template.id}`,
      as: 'neighbor',
    },
    {
      name: 'new-template',
      route: '/$c/actualites/creation-modele',
      path: `${feed}/creation-modele`,
      as: 'employee',
    },
  ]
}
