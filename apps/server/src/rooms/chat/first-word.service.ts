// An adult says one thing to a minor whom they do not know, and begins with few of them a day; once there is an answer,
// everything is as with anybody.
import { sql } from 'kysely'
import { fail } from '#server/kernel/errors.ts'
import { countHits, DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { type NewMessage, type Stored, writeMessages } from './store-message.service.ts'

const FIRST_WORDS_PER_DAY = 3

interface SoFar {
  /** This very message is there: it is being sent again. */
  is_known: boolean
  i_wrote: boolean
  they_wrote: boolean
}

/** The conversation is held until the transaction ends: of two that are sent at once the second finds the first. */
const findSoFar = async (tx: Tx, { communityId, conversationId, userId, tmpId }: NewMessage): Promise<SoFar> => {
  await tx
    .selectFrom('conversations')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', conversationId)
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<SoFar>`
    select coalesce(bool_or(user_id = ${userId} and tmp_id = ${tmpId}), false) as is_known,
      coalesce(bool_or(user_id = ${userId}), false) as i_wrote, coalesce(bool_or(user_id <> ${userId}), false) as they_wrote
    from messages where community_id = ${communityId} and conversation_id = ${conversationId}`.execute(tx)
  return rows[0]!
}

/** Throws `minorfirstcontact` before the answer, `toomanyrequests` where this adult has begun with enough minors. */
export const storeFirstWord = ({ db }: Pick<Platform, 'db'>, message: NewMessage): Promise<Stored | undefined> =>
  inTransaction(db, async tx => {
    const { is_known, i_wrote, they_wrote } = await findSoFar(tx, message)
    if (!is_known && !they_wrote) {
      if (i_wrote) fail('minorfirstcontact')
      await countHits(tx, [{ bucket: `first-word ${message.userId}`, most: FIRST_WORDS_PER_DAY, windowMs: DAY_MS }])
    }
    const [stored] = await writeMessages(db, tx, [message])
    return stored
  })
