import type { Room } from '#server/kernel/room.ts'
import { chatRoutes } from './chat.routes.ts'

export const chatRoom: Room = { routes: chatRoutes }
