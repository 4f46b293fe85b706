import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'installation', route: '/gestion', path: '/gestion', as: 'webmaster' },
  { name: 'audit', route: '/gestion/journal', path: '/gestion/journal', as: 'webmaster' },
  {
    name: 'audit-none',
    route: '/gestion/journal',
    path: '/gestion/journal?recherche=personne-de-ce-nom',
    as: 'webmaster',
  },
]
