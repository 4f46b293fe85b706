import { newId } from '../../apps/server/src/kernel/ids.ts'
import type { Db } from '../../apps/server/src/kernel/postgres/db.ts'
import { hashSecret, newSecret } from '../../apps/server/src/kernel/secrets.ts'

const BATCH_SIZE = 1000

/** Creates a session for each of these users. Returns the cookies in the same order. */
export const signIn = async (
  db: Db,
  users: readonly { id: string; account_id: string; community_id: string }[],
): Promise<string[]> => {
  const tokens = users.map(() => newSecret())
  const sessions = users.map((user, at) => ({
    token_hash: hashSecret(tokens[at]!),
    id: newId(),
    account_id: user.account_id,
    community_id: user.community_id,
    user_id: user.id,
    strategy: 'local' as const,
    device: null,
  }))
  for (let from = 0; from < sessions.length; from += BATCH_SIZE)
    await db
      .insertInto('sessions')
      .values(sessions.slice(from, from + BATCH_SIZE))
      .execute()
  return tokens.map(token => `parvis=${token}`)
}
