import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, Id, Instant } from './entity.ts'

/** Somebody whom the viewer has blocked, without a face: neither sees anything of the other. */
export const BlockedPerson = Type.Interface([Author], { date: Instant })
export type BlockedPerson = Static<typeof BlockedPerson>

const BlockAnswer = Type.Interface([Author], { blocked: Type.Boolean() })

export const listBlocked = endpoint({
  method: 'GET',
  path: '/users/blocked',
  summary: 'Whom the viewer has blocked, the latest first',
  access: 'member',
  answer: Type.Array(BlockedPerson),
  errors: [],
})

export const blockUser = endpoint({
  method: 'PUT',
  path: '/users/block/:id',
  summary:
    'Neither sees anything of the other from here on; the other one is not told. Neighbours and companies block neighbours',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: BlockAnswer,
  errors: ['error404', 'toomanyrequests'],
})

export const unblockUser = endpoint({
  method: 'PUT',
  path: '/users/unblock/:id',
  summary: 'Takes the block back; of who was not blocked nothing changes',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: BlockAnswer,
  errors: ['error404', 'toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    /** Nothing of this person is to be seen any more; who of the two has blocked whom is not said. */
    'user.hidden': { _id: string }
    /** They are to be seen again. */
    'user.shown': { _id: string }
  }
}
