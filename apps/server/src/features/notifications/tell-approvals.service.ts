// The team hears who and what waits for its word; whoever waited hears what it is.
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
  /** Its author. */
  userId: string
}

/** Who decides in a community: see `moderates` and `mustRunCommunity`. */
const decides = sql<boolean>`u.role in ('administrator', 'webmaster') and not u.first_login`

interface Approval {
  communityId: string
  /** What waits, or was decided: the column that names it, and its id. */
  subject: { column: 'person_id' | 'deal_id'; id: string }
  /** Which users `u` of the community are told. */
  to: RawBuilder<boolean>
  /** Who was told of it before is told anew; else nothing happens. */
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

/** Those who decide, but for whom it is about. */
const decidersBut = (userId: string) => sql<boolean>`(u.id <> ${userId} and ${decides} and ${wantsToHear('approval')})`

/** Somebody has said who they are, and waits to be let in. */
export const tellPersonWaits = (platform: Telling, work: Work, { communityId, userId }: PersonName): Promise<void> =>
  tellApproval(platform, work, {
    communityId,
    subject: { column: 'person_id', id: userId },
    to: decidersBut(userId),
    anew: false,
  })

/** Somebody waits no more: of the team nobody is told of it any longer. Before their row goes, where it does. */
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

/** The first that somebody is told is that they were let in. */
export const tellLetIn = (platform: Telling, work: Work, { communityId, userId }: PersonName): Promise<void> =>
  tellApproval(platform, work, {
    communityId,
    subject: { column: 'person_id', id: userId },
    to: sql<boolean>`u.id = ${userId}`,
    anew: false,
  })

/** A deal waits for the word of who runs the community; what was said of it before is said no more. */
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

/** Nothing is said of this deal any more. */
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

/** A yes or a no was said: its author hears of it, and nobody waits for it. */
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
