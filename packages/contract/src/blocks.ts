import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, Id, Instant } from './entity.ts'

/** A user whom the viewer has blocked, without an avatar, because neither sees the other's content. */
export const BlockedPerson = Type.Interface([Author], { date: Instant })
export type BlockedPerson = Static<typeof BlockedPerson>

const BlockAnswer = Type.Interface([Author], { blocked: Type.Boolean() })

export const listBlocked = endpoint({
  method: 'GET',
  path: '/users/blocked',
  summary: 'List the people whom the viewer has blocked, the latest first',
  access: 'member',
  answer: Type.Array(BlockedPerson),
  errors: [],
})

export const blockUser = endpoint({
  method: 'PUT',
  path: '/users/block/:id',
  summary:
    'Block a person: from then on neither sees anything of the other. The other person is not notified. Neighbours and companies can block neighbours',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: BlockAnswer,
  errors: ['error404', 'toomanyrequests'],
})

export const unblockUser = endpoint({
  method: 'PUT',
  path: '/users/unblock/:id',
  summary: 'Unblock a person; does nothing if they were not blocked',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: BlockAnswer,
  errors: ['error404', 'toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    /** This user is hidden from now on; which of the two blocked the other is not disclosed. */
    'user.hidden': { _id: string }
    'user.shown': { _id: string }
  }
}
