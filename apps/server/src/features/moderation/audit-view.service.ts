// Staff can read private messages only if they were reported, and each view of a reported message is audited.
import type { ModerationCase } from '@parvis/contract/moderation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Platform } from '#server/kernel/platform.ts'

export const auditMessageView = (
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { community, subjectId }: Pick<ModerationCase, 'community' | 'subjectId'>,
): Promise<void> =>
  audit(db, {
    act: 'message.viewed',
    communityId: community._id,
    userId: actor.userId,
    accountId: actor.accountId,
    subjectId,
  })
