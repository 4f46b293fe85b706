import { newId } from '../kernel/ids.ts'
import { hashSecret } from '../kernel/secrets.ts'
import type { TestServer } from './test-server.ts'

export interface NewCase {
  communityId: string
  authorId: string
  postId: string
  /** Null for an undecided case; otherwise staff has hidden the post. `token` is the token of the link in the mail. */
  decided: { appealed?: boolean; token?: string } | null
}

export const findOpenCaseId = async ({ db }: Pick<TestServer, 'db'>, subjectId: string): Promise<string> =>
  (
    await db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', subjectId)
      .where('decided_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).id

/** Inserts a moderation case about a post; returns its id. */
export const addCase = async (
  { db }: Pick<TestServer, 'db'>,
  { communityId, authorId, postId, decided }: NewCase,
): Promise<string> => {
  const [id, now] = [newId(), new Date()]
  await db
    .insertInto('moderation_cases')
    .values({
      community_id: communityId,
      id,
      kind: 'post',
      subject_id: postId,
      author_id: authorId,
      author_community_id: communityId,
      concerns_minor: false,
      flags_count: 1,
      picture_ids: [],
      opened_at: now,
      flagged_at: now,
      ...(decided && {
        decision: 'hide',
        rule: 'respect',
        reason: 'Trop vif',
        decided_at: now,
        hidden_at: now,
        ...(decided.appealed && { appealed_at: now, appeal_text: 'Pardon' }),
        appeal_token_hash: decided.token ? hashSecret(decided.token) : null,
      }),
    })
    .execute()
  return id
}
