import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author } from './entity.ts'

/** Somebody to write to. */
export const ChatUser = Type.Interface([Author], { online: Type.Boolean() })
export type ChatUser = Static<typeof ChatUser>

export const listNeighbors = endpoint({
  method: 'GET',
  path: '/messages/neighbors',
  summary: 'The neighbours of the community, those who are there first',
  access: 'member',
  answer: Type.Array(ChatUser),
  errors: [],
})
