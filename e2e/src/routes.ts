import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

const routeTreeFile = join(import.meta.dirname, '../../apps/web/src/routeTree.gen.ts')

/** Every route pattern of the web app, from the generated route tree. */
export const readRoutes = (source = readFileSync(routeTreeFile, 'utf8')): string[] => {
  const list = /export interface FileRoutesByTo \{(.*?)\n\}/s.exec(source)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path!).sort()
}

export interface ScreenVisit {
  name: string
  route: string
  path: string
  as?: string
}

/** Lists the screens of one feature in the demo world: the export `visits` of a file in the folder `visits`. */
export type ScreenVisits = (server: TestServer) => ScreenVisit[] | Promise<ScreenVisit[]>

const visitsFolder = join(import.meta.dirname, 'visits')

/** Lists every screen at least once, for axe checks and screenshots. */
export const readVisits = async (server: TestServer): Promise<ScreenVisit[]> => {
  const visits: ScreenVisit[] = []
  for (const file of readdirSync(visitsFolder).sort()) {
    const feature = (await import(pathToFileURL(join(visitsFolder, file)).href)) as { visits: ScreenVisits }
    visits.push(...(await feature.visits(server)))
  }
  return visits
}

const redirects = ['/', '/connexion', '/detail-publication']
/** Routes that cannot be reached in the demo world: `second-factor.test.ts` covers them. */
const coveredElsewhere = ['/$c/double-authentification']

export const findMissingRoutes = (routes: readonly string[], visited: readonly ScreenVisit[]): string[] => {
  const known = new Set([...redirects, ...coveredElsewhere, ...visited.map(visit => visit.route)])
  return routes.filter(route => !known.has(route))
}
