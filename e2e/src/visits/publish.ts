import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  {
    name: 'new-post',
    route: '/$c/actualites/edition-publication',
    path: '/les-tilleuls/actualites/edition-publication',
    as: 'neighbor',
  },
]
