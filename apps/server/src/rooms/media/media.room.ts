import type { Room } from '#server/kernel/room.ts'
import { forgetUnusedPictures } from './media.service.ts'
import { mediaRoutes } from './media.routes.ts'

export const mediaRoom: Room = { routes: mediaRoutes, sweeps: [forgetUnusedPictures] }
