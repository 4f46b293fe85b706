import { type ChatUser, listNeighbors, searchNeighbors } from '@parvis/contract/chat.ts'
import type { Visitor } from './test-server.ts'

/**
 * Returns the neighbours on all pages. Without `name`, throws if the unpaginated list contains other neighbours too.
 */
export const listAllNeighbors = async (visitor: Visitor, name?: string): Promise<ChatUser[]> => {
  const found: ChatUser[] = []
  let query: { name?: string; page?: number; cursor?: string } = { ...(name !== undefined && { name }) }
  for (;;) {
    const { docs, cursor, nextPage } = (await visitor.call(searchNeighbors, { query })).answer
    found.push(...docs)
    if (cursor === null || nextPage === null) break
    query = { ...query, page: nextPage, cursor }
  }
  const ids = new Set(found.map(({ _id }) => _id))
  const { answer } = await visitor.call(listNeighbors)
  const more = name === undefined ? answer.filter(({ _id }) => !ids.has(_id)) : []
  if (more.length > 0) throw new Error(`missing from the pages: ${more.map(({ pseudo }) => pseudo).join()}`)
  return found
}
