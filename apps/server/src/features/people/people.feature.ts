import type { Feature } from '#server/kernel/feature.ts'
import { peopleRoutes } from './people.routes.ts'

export const peopleFeature: Feature = { routes: peopleRoutes }
