// An adult says one thing to a minor whom they do not know, to them alone or in a group where nobody else hears it, and
// begins with few of them a day; once there is an answer, everything is as with anybody.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { countHits, DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { type MinorContact, startsAsStranger } from './chat.policy.ts'
import type { ConversationKey } from './message.queries.ts'
import { findAloneWith, findMinorContact } from './minor-contact.queries.ts'
import { type NewMessage, type Stored, writeMessages } from './store-message.service.ts'

const FIRST_WORDS_PER_DAY = 3

/** Where the rule of the first word holds, and with whom. */
export interface FirstContact extends MinorContact {
  minorIds: readonly string[]
}

/**
 * The first contact of this actor with a minor, or with those whom they are alone with in a group; null where it is
 * none.
 */
export const findFirstContact = async (
  { db }: Pick<Platform, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  minorIds: readonly string[],
  here: ConversationKey | null,
): Promise<FirstContact | null> => {
  const contact = await findMinorContact(db, userId, minorIds, here)
  return contact.answered ? null : { ...contact, minorIds }
}

/** The same in a group. */
export const findGroupContact = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  key: ConversationKey,
): Promise<FirstContact | null> => {
  const minorIds = startsAsStranger(actor) ? await findAloneWith(platform, actor, key) : null
  return minorIds && findFirstContact(platform, actor, minorIds, key)
}

/** The conversation is held until the transaction ends: of two that are sent at once the second finds the first. */
const hold = (tx: Tx, { communityId, conversationId }: NewMessage) =>
  tx
    .selectFrom('conversations')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', conversationId)
    .forNoKeyUpdate()
    .execute()

/** This very message is there: it is being sent again. */
const isKnown = async (tx: Tx, { communityId, userId, tmpId }: NewMessage): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .where('tmp_id', '=', tmpId)
    .executeTakeFirst()) !== undefined

/** Throws `minorfirstcontact` before the answer, `toomanyrequests` where this adult has begun with enough minors. */
export const storeFirstWord = (
  { db }: Pick<Platform, 'db'>,
  message: NewMessage,
  minorIds: readonly string[],
): Promise<Stored | undefined> =>
  inTransaction(db, async tx => {
    const { userId } = message
    await hold(tx, message)
    const soFar = () => findMinorContact(tx, userId, minorIds, message)
    const { answered, iWrote } = await soFar()
    if (!answered && !(await isKnown(tx, message))) {
      if (iWrote) fail('minorfirstcontact')
      await countHits(tx, [{ bucket: `first-word ${userId}`, most: FIRST_WORDS_PER_DAY, windowMs: DAY_MS }])
      // counting is one at a time: what they said at once elsewhere to the same minor stands by now
      if ((await soFar()).iWrote) fail('minorfirstcontact')
    }
    const [stored] = await writeMessages(db, tx, [message])
    return stored
  })
