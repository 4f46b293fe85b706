import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'information', route: '/$c/informations', path: '/les-tilleuls/informations', as: 'neighbor' },
  { name: 'information-visited', route: '/$c/infos', path: '/les-tilleuls/infos' },
  { name: 'welcome', route: '/$c/pdf-bienvenue', path: '/les-tilleuls/pdf-bienvenue', as: 'neighbor' },
  {
    name: 'information-edit',
    route: '/$c/gestion/communaute',
    path: '/les-tilleuls/gestion/communaute',
    as: 'administrator',
  },
]
