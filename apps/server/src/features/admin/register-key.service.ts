// Newcomers register in a community with its registration key, which the team can replace and which the poster shows.
import { KEY_GRACE_DAYS, type rotateKey } from '@parvis/contract/admin.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import { validateNewKey } from '@parvis/contract/entry-rules.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { newCode } from '#server/kernel/secrets.ts'
import { changeRegisterKey } from '../community/community.service.ts'

const GENERATED_KEY_LENGTH = 8

/** Sets the given registration key, or a generated one; throws `shortkey` if the given key is too easy to guess. */
export const replaceRegisterKey = async (
  platform: Platform,
  actor: Actor,
  { key, grace }: Body<typeof rotateKey>,
): Promise<void> => {
  const { db, clock } = platform
  const own = key?.trim() || null
  const error = own && validateNewKey(own)
  if (error) return fail(error.key, error)
  await consume(db, [{ bucket: `key-changes ${actor.communityId}`, max: 20, windowMs: DAY_MS }])
  const formerUntil = grace ? new Date(clock.now().getTime() + KEY_GRACE_DAYS * DAY_MS) : null
  await inTransaction(db, async tx => {
    const next = { key: own ?? newCode(GENERATED_KEY_LENGTH), formerUntil }
    await changeRegisterKey(platform, tx, actor.communityId, next)
    const { communityId, userId, accountId } = actor
    await audit(tx, { act: 'key.changed', communityId, userId, accountId })
  })
}
