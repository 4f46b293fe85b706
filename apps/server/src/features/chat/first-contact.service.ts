// An adult may send one message to a minor whom they do not know, in private or in a group that nobody else reads, and
// to a few minors a day; after a reply the restriction ends.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { type MinorContact, needsFirstContact } from './chat.policy.ts'
import type { ConversationKey } from './message.queries.ts'
import { findMinorsAloneWith, findMinorContact } from './minor-contact.queries.ts'
import { type NewMessage, type StoredMessage, writeMessages } from './store-message.service.ts'

const FIRST_CONTACTS_PER_DAY = 3

export interface FirstContact extends MinorContact {
  minorIds: readonly string[]
}

/** The first contact with one minor, or with the only readers of a group; null once one of these minors has replied. */
export const findFirstContact = async (
  { db }: Pick<Platform, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  minorIds: readonly string[],
  conversation: ConversationKey | null,
): Promise<FirstContact | null> => {
  const contact = await findMinorContact(db, userId, minorIds, conversation)
  return contact.hasMinorReplied ? null : { ...contact, minorIds }
}

export const findGroupFirstContact = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  key: ConversationKey,
): Promise<FirstContact | null> => {
  const minorIds = needsFirstContact(actor) ? await findMinorsAloneWith(platform, actor, key) : null
  return minorIds && findFirstContact(platform, actor, minorIds, key)
}

/** Locks the conversation until the transaction ends, so that concurrent messages are checked one after the other. */
const lockConversation = (tx: Tx, { communityId, conversationId }: NewMessage) =>
  tx
    .selectFrom('conversations')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', conversationId)
    .forNoKeyUpdate()
    .execute()

/** Whether the message is stored already, because the client has sent it again. */
const isResent = async (tx: Tx, { communityId, userId, tmpId }: NewMessage): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .where('tmp_id', '=', tmpId)
    .executeTakeFirst()) !== undefined

/**
 * Throws `minorfirstcontact` if this adult has written already and no minor has replied, `toomanyrequests` if the adult
 * has contacted too many minors today.
 */
export const storeFirstMessage = (
  { db }: Pick<Platform, 'db'>,
  message: NewMessage,
  minorIds: readonly string[],
): Promise<StoredMessage | undefined> =>
  inTransaction(db, async tx => {
    const { userId } = message
    await lockConversation(tx, message)
    const readContact = () => findMinorContact(tx, userId, minorIds, message)
    const { hasMinorReplied, hasAdultWritten } = await readContact()
    if (!hasMinorReplied && !(await isResent(tx, message))) {
      if (hasAdultWritten) fail('minorfirstcontact')
      await recordAttempts(tx, [{ bucket: `first-word ${userId}`, max: FIRST_CONTACTS_PER_DAY, windowMs: DAY_MS }])
      // Recording the attempt serializes the calls of one user: a concurrent message to the same minor is visible now.
      if ((await readContact()).hasAdultWritten) fail('minorfirstcontact')
    }
    const [stored] = await writeMessages(tx, [message])
    return stored
  })
