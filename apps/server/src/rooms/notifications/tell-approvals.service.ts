// The team hears who and what waits for its word; whoever waited hears what it is.
import { sql } from 'kysely'
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

/** Somebody has said who they are, and waits to be let in. */
export const tellPersonWaits = async (
  platform: Telling,
  { tx, afterCommit }: Work,
  { communityId, userId }: PersonName,
): Promise<void> => {
  const now = platform.clock.now()
  const { rows } = await sql<Written>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, person_id, told_at)
      select u.community_id, u.id, ${newId()}::uuid, 'approval', ${userId}::uuid, ${now}::timestamptz
      from users u join communities c on c.id = u.community_id
      where u.community_id = ${communityId} and u.id <> ${userId} and ${decides} and ${canBeTold(now)} and ${wantsToHear('approval')}
      on conflict (person_id, user_id) where person_id is not null do nothing
      returning person_id, community_id, user_id
    )
    select w.person_id as subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => announceTold(platform, 'approval', rows))
}

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
export const tellLetIn = async (
  platform: Telling,
  { tx, afterCommit }: Work,
  { communityId, userId }: PersonName,
): Promise<void> => {
  const now = platform.clock.now()
  const { rows } = await sql<Written>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, person_id, told_at)
      select u.community_id, u.id, ${newId()}::uuid, 'approval', u.id, ${now}::timestamptz
      from users u join communities c on c.id = u.community_id
      where u.community_id = ${communityId} and u.id = ${userId} and ${canBeTold(now)}
      on conflict (person_id, user_id) where person_id is not null do nothing
      returning person_id, community_id, user_id
    )
    select w.person_id as subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => announceTold(platform, 'approval', rows))
}

const writeOfDeal = async (
  platform: Telling,
  { tx, afterCommit }: Work,
  { communityId, dealId, userId }: DealName,
  toAuthor: boolean,
) => {
  const now = platform.clock.now()
  const { rows } = await sql<Written>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, deal_id, told_at)
      select u.community_id, u.id, ${newId()}::uuid, 'approval', ${dealId}::uuid, ${now}::timestamptz
      from users u join communities c on c.id = u.community_id
      where u.community_id = ${communityId} and ${toAuthor ? sql`u.id = ${userId}` : sql`u.id <> ${userId} and ${decides}`}
        and ${canBeTold(now)} and ${wantsToHear('approval')}
      on conflict (deal_id, user_id) where deal_id is not null do update
        set id = excluded.id, told_at = excluded.told_at, is_read = false
      returning deal_id, community_id, user_id
    )
    select w.deal_id as subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => announceTold(platform, 'approval', rows))
}

/** A deal waits for the word of who runs the community; what was said of it before is said no more. */
export const tellDealWaits = async (platform: Telling, work: Work, deal: DealName): Promise<void> => {
  await takeBackDealWaits(platform, work, deal)
  await writeOfDeal(platform, work, deal, false)
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
  await takeBackDealWaits(platform, work, deal)
  await writeOfDeal(platform, work, deal, true)
}
