// A member reports a good deal to the team, with or without a reason: once a day for each deal, and who did is never
// shown.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { newId } from '#server/kernel/ids.ts'
import { countHits, DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { House } from '#server/kernel/room.ts'
import { flagLimit } from '../feed/flag.service.ts'
import { hasFlaggedDeal } from './deal-flags.queries.ts'
import { lockDeal } from './deals.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'deal.flagged': true
  }
}

/** Keeps the report and what the deal says now; the same report within a day is the same one. */
export const flagDeal = async (
  platform: Platform,
  onReport: House['onReport'],
  actor: Actor,
  id: string,
  reason: string | undefined,
): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDeal(tx, clock, actor, id, 'flag')
    const flag = { community_id: row.community_id, deal_id: id, reporter_id: actor.userId }
    if (await hasFlaggedDeal(tx, flag, new Date(now.getTime() - DAY_MS))) return
    await countHits(tx, [flagLimit(actor)])
    await sql`insert into deal_flags (community_id, id, deal_id, reporter_id, reason, snapshot, created_at)
      select d.community_id, ${newId()}, d.id, ${flag.reporter_id}, ${reason?.trim() || null}, jsonb_build_object(
        'user_id', d.user_id, 'title', d.title, 'title_en', d.title_en, 'description', d.description,
        'description_en', d.description_en, 'promotion', d.promotion, 'promotion_en', d.promotion_en, 'price', d.price,
        'price_en', d.price_en, 'web_site_url', d.web_site_url, 'fb_url', d.fb_url, 'photo_id', d.photo_id), ${now}
      from deals d where d.id = ${id}`.execute(tx)
    await audit(tx, {
      act: 'deal.flagged',
      communityId: flag.community_id,
      userId: actor.userId,
      accountId: actor.accountId,
      subjectId: id,
    })
    await onReport(
      platform,
      { tx, afterCommit },
      {
        kind: 'deal',
        communityId: row.community_id,
        subjectId: id,
        reporter: actor,
        at: now,
        author: { communityId: row.community_id, userId: row.user_id },
        others: [],
        pictureIds: row.photo ? [row.photo.id] : [],
      },
    )
  })
}
