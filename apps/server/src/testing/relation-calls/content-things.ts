import type { ChannelType } from '@parvis/contract/community.ts'
import { newId } from '../../kernel/ids.ts'
import { ensurePairConversation } from '../../features/chat/conversation.service.ts'
import { addDeal } from '../deals.ts'
import { addEvent } from '../events.ts'
import { addMessages } from '../messages.ts'
import { addCase, type NewCase } from '../moderation-cases.ts'
import type { MakeEntity } from '../relations.ts'
import type { TestServer } from '../test-server.ts'
import { addThirdPerson } from './member-things.ts'

export const post =
  (server: TestServer): MakeEntity =>
  ({ userId, community }) =>
    addEvent(server, { userId, community, description: 'Bonjour', dateId: '2030-06-13' })

export const messageToThird =
  (server: TestServer): MakeEntity =>
  async owner =>
    (
      await addMessages(
        server,
        await server.communityId(owner.community),
        owner.userId,
        await addThirdPerson(server, owner),
      )
    )[0]!

export const messageToCaller =
  (server: TestServer): MakeEntity =>
  async (owner, caller) =>
    (await addMessages(server, await server.communityId(owner.community), owner.userId, caller.userId))[0]!

export const pair =
  (server: TestServer): MakeEntity =>
  async (owner, caller) => {
    const home = await server.communityId(owner.community)
    if (owner.community === caller.community && owner !== caller)
      await ensurePairConversation(
        server.db,
        { userId: owner.userId, communityId: home },
        { userId: caller.userId, communityId: home },
      )
    return owner.userId
  }

export const deal =
  (server: TestServer): MakeEntity =>
  ({ userId, community }) =>
    addDeal(server, { userId, community })

export const pendingDeal =
  (server: TestServer): MakeEntity =>
  ({ userId, community }) =>
    addDeal(server, { userId, community, isPending: true })

export const dealOfTemplate =
  (server: TestServer): MakeEntity =>
  async owner => {
    const id = await deal(server)(owner, owner)
    const { template_id } = await server.db
      .selectFrom('deals')
      .select('template_id')
      .where('template_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await server.db.updateTable('deals').set({ template_id }).where('id', '=', id).execute()
    return id
  }

export const template =
  (server: TestServer): MakeEntity =>
  async ({ community }) => {
    const id = newId()
    const { id: category_id } = await server.db
      .selectFrom('template_categories')
      .select('id')
      .where('community_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('templates')
      .values({
        id,
        community_id: await server.communityId(community),
        category_id,
        type: 'Template',
        name: 'Note',
        description: 'Bonjour',
        picto: 'memo',
        position: 0,
        accept_notif: true,
      })
      .execute()
    return id
  }

export const category =
  (server: TestServer): MakeEntity =>
  async ({ community }) => {
    const sampleCategory = await server.db
      .selectFrom('template_categories')
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow()
    const id = newId()
    await server.db
      .insertInto('template_categories')
      .values({ ...sampleCategory, id, community_id: await server.communityId(community) })
      .execute()
    return id
  }

export const picture =
  (server: TestServer, kind: 'unused' | 'post' | 'portrait' | 'message' | 'others'): MakeEntity =>
  async (owner, caller) => {
    const id = newId()
    const community_id = await server.communityId(owner.community)
    await server.db
      .insertInto('media')
      .values({
        id,
        width: 1,
        height: 1,
        thumbhash: '',
        class: kind === 'message' || kind === 'others' ? 'conversation' : 'community',
        community_id,
        user_id: owner.userId,
        unused_since: kind === 'unused' ? new Date() : null,
      })
      .execute()
    await server.platform.storage.put(`${id}/thumb`, Buffer.from('RIFF'))
    if (kind === 'post')
      await server.db
        .updateTable('events')
        .set({ photo_id: id })
        .where('id', '=', await post(server)(owner, caller))
        .execute()
    if (kind === 'portrait')
      await server.db.updateTable('users').set({ photo_id: id }).where('id', '=', owner.userId).execute()
    if (kind === 'message' || kind === 'others') {
      const isForCaller = kind === 'message' && owner.community === caller.community && owner !== caller
      const message = await (isForCaller ? messageToCaller : messageToThird)(server)(owner, caller)
      await server.db.updateTable('messages').set({ image_id: id }).where('id', '=', message).execute()
    }
    return id
  }

const channelOf =
  (server: TestServer, type: ChannelType): MakeEntity =>
  async ({ community }) =>
    (
      await server.db
        .selectFrom('channels')
        .select('id')
        .where('community_id', '=', await server.communityId(community))
        .where('channel_type', '=', type)
        .executeTakeFirstOrThrow()
    ).id

export const channel = (server: TestServer): MakeEntity => channelOf(server, 'NeighborhoodEventChannel')

export const templateChannel = (server: TestServer): MakeEntity => channelOf(server, 'TemplateChannel')

export const moderationCase =
  (server: TestServer, decided: NewCase['decided']): MakeEntity =>
  async (owner, caller) =>
    addCase(server, {
      communityId: await server.communityId(owner.community),
      authorId: owner.userId,
      postId: await post(server)(owner, caller),
      decided,
    })
