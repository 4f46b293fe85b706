// Staff are notified of pending members and deals; the person concerned is notified of the decision.
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canBeTold, wantsToHear } from './notifications.columns.ts'
import { announceChanged, announceTold, type Work, type Written } from './told.ts'

type Telling = Pick<Platform, 'bus' | 'clock'>

interface PersonName {
  communityId: string
  userId: string
}

interface DealName {
  communityId: string
  dealId: string
  userId: string
}

/** Staff of a community: see `moderates` and `assertCanRunCommunity`. */
const decides = sql<boolean>`u.role in ('administrator', 'webmaster') and not u.first_login`

interface Approval {
  communityId: string
  /** The column and the id of what is pending or decided. */
  subject: { column: 'person_id' | 'deal_id'; id: string }
  to: RawBuilder<boolean>
  /** Whether an earlier notification of the same subject becomes unread again. */
  anew: boolean
}

const tellApproval = async (
  platform: Telling,
  { tx, afterCommit }: Work,
  { communityId, subject, to, anew }: Approval,
): Promise<void> => {
  const now = platform.clock.now()
  const column = sql.ref(subject.column)
  const onAgain = anew
    ? sql`do update set id = excluded.id, told_at = excluded.told_at, is_read = false`
    : sql`do nothing`
  const { rows } = await sql<Written>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, ${column}, told_at)
      select u.community_id, u.id, ${newId()}::uuid, 'approval', ${subject.id}::uuid, ${now}::timestamptz
      from users u join communities c on c.id = u.community_id
      where u.community_id = ${communityId} and ${to} and ${canBeTold(now)}
      on conflict (${column}, user_id) where ${column} is not null ${onAgain}
      returning ${column} as subject_id, community_id, user_id
    )
    select w.subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => announceTold(platform, 'approval', rows))
}

const decidersBut = (userId: string) => sql<boolean>`(u.id <> ${userId} and ${decides} and ${wantsToHear('approval')})`

export const tellPersonWaits = (platform: Telling, work: Work, { communityId, userId }: PersonName): Promise<void> =>
  tellApproval(platform, work, {
    communityId,
    subject: { column: 'person_id', id: userId },
    to: decidersBut(userId),
    anew: false,
  })

/** Deletes the staff notifications of a member who is no longer pending. Call it before their row is deleted. */
export const takeBackPersonWaits = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: Work,
  { userId }: Pick<PersonName, 'userId'>,
): Promise<void> => {
  const { rows } = await sql<Pick<Written, 'account_id'>>`
    delete from notifications n using users u
    where n.person_id = ${userId} and n.user_id <> ${userId} and u.community_id = n.community_id and u.id = n.user_id
    returning u.account_id`.execute(tx)
  afterCommit(() => announceChanged(platform, rows))
}

export const tellLetIn = (platform: Telling, work: Work, { communityId, userId }: PersonName): Promise<void> =>
  tellApproval(platform, work, {
    communityId,
    subject: { column: 'person_id', id: userId },
    to: sql<boolean>`u.id = ${userId}`,
    anew: false,
  })

/** A deal is pending; earlier notifications about it are deleted. */
export const tellDealWaits = async (platform: Telling, work: Work, deal: DealName): Promise<void> => {
  const { communityId, dealId, userId } = deal
  await takeBackDealWaits(platform, work, deal)
  await tellApproval(platform, work, {
    communityId,
    subject: { column: 'deal_id', id: dealId },
    to: decidersBut(userId),
    anew: true,
  })
}

export const takeBackDealWaits = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: Work,
  { dealId }: Pick<DealName, 'dealId'>,
): Promise<void> => {
  const { rows } = await sql<Pick<Written, 'account_id'>>`
    delete from notifications n using users u
    where n.deal_id = ${dealId} and u.community_id = n.community_id and u.id = n.user_id
    returning u.account_id`.execute(tx)
  afterCommit(() => announceChanged(platform, rows))
}

/** A deal was approved or refused: notifies its author and deletes earlier notifications. */
export const tellDealDecided = async (platform: Telling, work: Work, deal: DealName): Promise<void> => {
  const { communityId, dealId, userId } = deal
  await takeBackDealWaits(platform, work, deal)
  await tellApproval(platform, work, {
    communityId,
    subject: { column: 'deal_id', id: dealId },
    to: sql<boolean>`(u.id = ${userId} and ${wantsToHear('approval')})`,
    anew: true,
  })
}
