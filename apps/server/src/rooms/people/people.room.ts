import type { Room } from '#server/kernel/room.ts'
import { peopleRoutes } from './people.routes.ts'

export const peopleRoom: Room = { routes: peopleRoutes }
