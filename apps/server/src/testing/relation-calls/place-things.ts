import { newId } from '../../kernel/ids.ts'
import type { MakeEntity } from '../relations.ts'
import type { TestServer } from '../test-server.ts'

export const [arrival, departure] = ['2027-07-04', '2027-07-18']

/** Returns the id of any place of the community; places have no owner. */
export const place = async (server: TestServer, community: string): Promise<string> =>
  (
    await server.db
      .selectFrom('places')
      .select('id')
      .where('community_id', '=', await server.communityId(community))
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id

export const newPlace =
  (server: TestServer): MakeEntity =>
  async ({ community }) => {
    const id = newId()
    const row = {
      community_id: await server.communityId(community),
      id,
      kind: 'location',
      name: 'Verger',
      name_en: null,
    }
    await server.db
      .insertInto('places')
      .values({ ...row, kind: 'location' })
      .execute()
    return id
  }

export const equipment =
  (server: TestServer): MakeEntity =>
  async ({ community }) => {
    const id = newId()
    await server.db
      .insertInto('places')
      .values({ community_id: await server.communityId(community), id, kind: 'equipment', name: 'Four', name_en: null })
      .execute()
    return id
  }

export const stay =
  (server: TestServer): MakeEntity =>
  async ({ userId, community }) => {
    const id = newId()
    await server.db
      .insertInto('bookings')
      .values({
        community_id: await server.communityId(community),
        id,
        user_id: userId,
        place_id: await place(server, community),
        arrival,
        departure,
        given_arrival: arrival,
        given_departure: departure,
      })
      .execute()
    return id
  }

export const stayAndPlace =
  (server: TestServer): MakeEntity =>
  async (owner, caller) => {
    const id = await stay(server)(caller, caller)
    await server.db
      .updateTable('bookings')
      .set({ arrival: '2026-01-01', given_arrival: '2026-01-01' })
      .where('id', '=', id)
      .execute()
    return newPlace(server)(owner, caller)
  }

export const welcomePdf =
  (server: TestServer): MakeEntity =>
  async ({ community }) => {
    const [id, home] = [newId(), await server.communityId(community)]
    await server.platform.storage.put(`${id}/pdf`, Buffer.from('%PDF-1.7\n%%EOF'))
    await server.db
      .updateTable('communities')
      .set({ welcome_id: id, welcome_bytes: 14, welcome_at: new Date() })
      .where('id', '=', home)
      .execute()
    return home
  }

export const home =
  (server: TestServer): MakeEntity =>
  ({ community }) =>
    server.communityId(community)
