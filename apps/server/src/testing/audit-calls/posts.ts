import { cancelEvent, pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { decideOnDeal } from '@parvis/contract/write-deals.ts'
import { addDeal } from '../deals.ts'
import { addEvent } from '../events.ts'
import type { AuditCalls, AuditWorld } from './world.ts'

const post = async ({ server, db, canaryText, home, add }: AuditWorld) => {
  const { userId } = await add()
  await db.updateTable('events').set({ pinned_until: null }).where('community_id', '=', home).execute()
  return addEvent(server, { userId, description: canaryText })
}

/** Acts about posts and good deals. */
export const postCalls = (world: AuditWorld): AuditCalls => {
  const { server, canaryText, administrator, addVisitor } = world
  return {
    'POST /events/cancel/:id post.calledoff': async () => {
      const { visitor, userId } = await addVisitor()
      const id = await addEvent(server, { userId, description: canaryText, dateId: '2030-06-13' })
      return visitor.call(cancelEvent, { params: { id }, body: { reason: canaryText } })
    },
    'PUT /events/pin/:id post.pinned': async () =>
      administrator.call(pinEvent, { params: { id: await post(world) }, body: {} }),
    'DELETE /events/pin/:id post.unpinned': async () => {
      const params = { id: await post(world) }
      await administrator.call(pinEvent, { params, body: {} })
      return administrator.call(unpinEvent, { params })
    },
    'PUT /admin/deals/:id deal.refused': async () =>
      administrator.call(decideOnDeal, {
        params: { id: await addDeal(server, { isPending: true }) },
        body: { approve: false, reason: canaryText },
      }),
  }
}
