import type { Feature } from '#server/kernel/feature.ts'
import { profileRoutes } from './profile.routes.ts'

export const profileFeature: Feature = { routes: profileRoutes }
