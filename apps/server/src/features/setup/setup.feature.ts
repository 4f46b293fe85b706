import type { Feature } from '#server/kernel/feature.ts'
import { setupRoutes } from './setup.routes.ts'

export const setupFeature: Feature = { routes: setupRoutes }
