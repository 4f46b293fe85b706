import { blockUser, listBlocked, unblockUser } from '@parvis/contract/blocks.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { presentNameOnly } from './blocks.presenter.ts'
import { findBlockedUsers } from './blocks.queries.ts'
import { createBlock, removeBlock } from './blocks.service.ts'

export const blockRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, listBlocked, [], async ({ actor }) =>
    (await findBlockedUsers(platform.db, actor, currentAgeRule(platform))).map(({ author, created_at }) => ({
      ...presentNameOnly(author),
      date: created_at.toISOString(),
    })),
  )

  serve(app, blockUser, [], async ({ actor, params }) => {
    const { author } = await createBlock(platform, actor, params.id)
    return { ...presentNameOnly(author), blocked: true }
  })

  serve(app, unblockUser, [], async ({ actor, params }) => {
    const { author } = await removeBlock(platform, actor, params.id)
    return { ...presentNameOnly(author), blocked: false }
  })
}
