import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

const tree = join(import.meta.dirname, '../../apps/web/src/routeTree.gen.ts')

/** Every address pattern of the web app, as the router's generated tree names them. */
export const readRoutes = (source = readFileSync(tree, 'utf8')): string[] => {
  const list = /export interface FileRoutesByTo \{(.*?)\n\}/s.exec(source)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path!).sort()
}

/** One way to stand on a route: the address, and who looks. */
export interface Visit {
  name: string
  route: string
  path: string
  as?: string
}

/** How to stand on the screens of one feature, in the demo world: a file of the folder `visits`. */
export type Visits = (server: TestServer) => Visit[] | Promise<Visit[]>

const features = join(import.meta.dirname, 'visits')

/** Every screen that there is, each at least once: what axe looks at and what is photographed. */
export const readVisits = async (server: TestServer): Promise<Visit[]> => {
  const visits: Visit[] = []
  for (const file of readdirSync(features).sort()) {
    const feature = (await import(pathToFileURL(join(features, file)).href)) as { visits: Visits }
    visits.push(...(await feature.visits(server)))
  }
  return visits
}

/** Routes that only lead elsewhere. */
const passages = ['/', '/connexion', '/detail-publication']
/** What the demo world shows nobody: `second-factor.test.ts` goes there. */
const elsewhere = ['/$c/double-authentification']

export const missingRoutes = (routes: readonly string[], visited: readonly Visit[]): string[] => {
  const known = new Set([...passages, ...elsewhere, ...visited.map(visit => visit.route)])
  return routes.filter(route => !known.has(route))
}
