import type { Room } from '#server/kernel/room.ts'
import { findDealImages } from './deals.images.ts'
import { dealsRoutes } from './deals.routes.ts'

export const dealsRoom: Room = { routes: dealsRoutes, findCachedImages: findDealImages }
