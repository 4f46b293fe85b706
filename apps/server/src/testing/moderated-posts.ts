import type { Answer } from '@parvis/contract/endpoint.ts'
import { flagEvent, getEvent, listEvents } from '@parvis/contract/feed.ts'
import { type CaseSummary, decideCase, listCases, type ModerationDecision } from '@parvis/contract/moderation.ts'
import { sql } from 'kysely'
import { addEvent } from './events.ts'
import { asPerson } from './people.ts'
import type { Reply, TestServer, Visitor } from './test-server.ts'

const HOME = 'les-tilleuls'

/** The rule and the reason that a decision states. */
export const rule = { rule: 'respect', reason: 'Une insulte' } as const

/** Returns the cases that await a decision of this staff member. */
export const listWaitingCases = async (
  visitor: Visitor,
  query: { everywhere?: boolean } = {},
): Promise<CaseSummary[]> => (await visitor.call(listCases, { query })).answer.docs

export const decide = (
  visitor: Visitor,
  id: string,
  decision: ModerationDecision,
  more: { days?: number } = {},
): Promise<Reply<Answer<typeof decideCase>>> =>
  visitor.call(decideCase, { params: { id }, body: { decision, ...(decision !== 'keep' && rule), ...more } })

/** Returns whether the visitor’s feed contains the post, and the status of reading it: `true 200`. */
export const postVisibility = async (visitor: Visitor, id: string): Promise<string> => {
  const inList = (await visitor.call(listEvents, { query: {} })).answer.docs.some(({ _id }) => _id === id)
  const byId = (await visitor.call(getEvent, { params: { id } })).status
  return `${inList} ${byId}`
}

export const makeMinor = ({ db }: Pick<TestServer, 'db'>, userId: string): Promise<unknown> =>
  sql`update users set birthdate = ${`${new Date().getFullYear() - 13}-01-02`} where id = ${userId}`.execute(db)

/** Adds members and reported posts. `getServer` is called at each use, as the server is opened later. */
export const moderationCalls = (getServer: () => TestServer) => {
  let people = 0
  const newMember = async (role: 'neighbor' | 'advertiser' | 'employee' | 'administrator' = 'neighbor') => {
    const email = `moderated-${++people}@test.example`
    return { email, ...(await asPerson(getServer(), { email, pseudo: `Mod${people}x`, role, community: HOME })) }
  }
  const caseOf = async (subjectId: string): Promise<string> =>
    (
      await getServer()
        .db.selectFrom('moderation_cases')
        .select('id')
        .where('subject_id', '=', subjectId)
        .executeTakeFirstOrThrow()
    ).id
  return {
    newMember,
    caseOf,
    /** Creates a post that is reported, and returns it with its case. */
    reportedPost: async (words = 'Des mots trop vifs', reason?: string) => {
      const author = await newMember()
      const reporter = await newMember()
      const postId = await addEvent(getServer(), { userId: author.userId, description: words })
      await reporter.visitor.call(flagEvent, { params: { id: postId }, body: reason ? { reason } : {} })
      return { author, reporter, postId, caseId: await caseOf(postId) }
    },
  }
}
