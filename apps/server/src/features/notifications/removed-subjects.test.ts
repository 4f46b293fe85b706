import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { removeDeal } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationSubjectsOf } from '#server/kernel/notification-subject.ts'
import { newId } from '#server/kernel/ids.ts'
import { runSweeps } from '#server/kernel/jobs/sweeps.ts'
import { addDeal } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { eraseDealsOf } from '../deals/author-deals.service.ts'
import { reportedDeals } from '../deals/reported-deal.service.ts'
import { erasePostsOf } from '../feed/erase-posts.service.ts'
import { reportedPosts } from '../feed/reported-post.service.ts'
import { purgeOldCases } from '../moderation/sweep.service.ts'
import { eraseMember } from '../membership/erase-member.service.ts'
import { notificationsFeature } from './notifications.feature.ts'

let server: TestServer
let home: string
let author: Visitor
let member: { communityId: string; userId: string; accountId: string }
let attendee: Visitor
let recipientId: string
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  const newPerson = () => asPerson(server, { email: `${newId()}@removed.example`, community: 'les-tilleuls' })
  attendee = (await newPerson()).visitor
  recipientId = (await newPerson()).userId
})
beforeEach(async () => {
  await server.db.deleteFrom('notifications').where('user_id', '=', recipientId).execute()
  const person = await asPerson(server, {
    email: `${newId()}@removed.example`,
    role: 'advertiser',
    community: 'les-tilleuls',
  })
  author = person.visitor
  member = { communityId: home, userId: person.userId, accountId: person.accountId }
})
afterAll(() => server.close())

const notifyRecipient = (subject_kind: string, subject_id: string, gone: string | null = null) =>
  server.db
    .insertInto('notifications')
    .values({
      community_id: home,
      user_id: recipientId,
      id: newId(),
      kind: 'alert',
      subject_kind,
      subject_community_id: home,
      subject_id,
      from_place: null,
      place: null,
      gone,
      told_at: new Date(),
    })
    .execute()

const notifiedSubjects = async () =>
  (
    await server.db
      .selectFrom('notifications')
      .select(['subject_kind', 'subject_id'])
      .where('user_id', '=', recipientId)
      .orderBy('subject_kind')
      .execute()
  ).map(row => `${row.subject_kind} ${row.subject_id}`)

/** Returns an event with a group conversation; there are notifications about both. */
const addNotifiedEvent = async () => {
  const id = await addEvent(server, { userId: member.userId, group: 'activity' })
  await attendee.call(answerEvent, { params: { id } })
  const { id: conversationId } = await server.db
    .selectFrom('conversations')
    .select('id')
    .where('event_id', '=', id)
    .executeTakeFirstOrThrow()
  await notifyRecipient('event', id)
  await notifyRecipient('conversation', conversationId)
  return id
}

const addNotifiedDeal = async () => {
  const id = await addDeal(server, { userId: member.userId })
  await notifyRecipient('deal', id)
  return id
}

/** The ways in which the subjects of each kind are removed. */
const removals: Record<string, { subjectKinds: string[]; remove(): Promise<unknown> }> = {
  'a post that its author removes': {
    subjectKinds: ['conversation', 'event'],
    remove: async () => author.call(removeEvent, { params: { id: await addNotifiedEvent() } }),
  },
  'the posts of an erased member': {
    subjectKinds: ['conversation', 'event'],
    remove: async () => {
      await addNotifiedEvent()
      await erasePostsOf(server.platform, member)
    },
  },
  'a post that moderators have removed': {
    subjectKinds: ['conversation', 'event'],
    remove: async () => {
      const subjectId = await addNotifiedEvent()
      await server.db
        .updateTable('events')
        .set({ hidden_at: new Date(), hidden_channels: sql`'[]'` })
        .where('id', '=', subjectId)
        .execute()
      await reportedPosts.erase(server.platform, { communityId: home, subjectId })
    },
  },
  'a deal that its author removes': {
    subjectKinds: ['deal'],
    remove: async () => author.call(removeDeal, { params: { id: await addNotifiedDeal() } }),
  },
  'the deals of an erased member': {
    subjectKinds: ['deal'],
    remove: async () => {
      await addNotifiedDeal()
      await eraseDealsOf(server.platform, member)
    },
  },
  'a deal that moderators have removed': {
    subjectKinds: ['deal'],
    remove: async () => {
      const subjectId = await addNotifiedDeal()
      await server.db.updateTable('deals').set({ hidden_at: new Date() }).where('id', '=', subjectId).execute()
      await reportedDeals.erase(server.platform, { communityId: home, subjectId })
    },
  },
  'an erased member': {
    subjectKinds: ['user'],
    remove: async () => {
      await notifyRecipient('user', member.userId)
      await server.db
        .updateTable('users')
        .set({ gone_at: new Date(0) })
        .where('id', '=', member.userId)
        .execute()
      await eraseMember(server.platform, member, { keepPlaceholder: true, now: new Date() })
    },
  },
  'an old case': {
    subjectKinds: ['case'],
    remove: async () => {
      const id = newId()
      await sql`
        insert into moderation_cases (id, community_id, kind, subject_id, opened_at, decided_at, decision, flags_count, concerns_minor, picture_ids, flagged_at)
        values (${id}, ${home}, 'post', ${newId()}, '2020-01-01', '2020-01-01', 'keep', 1, false, '{}', '2020-01-01')`.execute(
        server.db,
      )
      await notifyRecipient('case', id)
      await purgeOldCases(server.platform)
    },
  },
}

describe('the removal of', () => {
  it.each(Object.keys(removals))('%s deletes the notifications about it, and no others', async name => {
    const kept = await addDeal(server)
    await notifyRecipient('deal', kept)
    await removals[name]!.remove()
    expect(await notifiedSubjects()).toEqual([`deal ${kept}`])
  })

  it('each kind of subject that features declare is tested here', () => {
    expect([...new Set(Object.values(removals).flatMap(({ subjectKinds }) => subjectKinds))].sort()).toEqual(
      [...notificationSubjectsOf(server.platform).keys()].sort(),
    )
  })
})

it('the sweep deletes notifications whose subject no longer exists, except those that outlive it', async () => {
  await addNotifiedEvent()
  await notifyRecipient('deal', await addDeal(server))
  await notifyRecipient('user', member.userId)
  const removedPostId = newId()
  await notifyRecipient('event', removedPostId, JSON.stringify({ title: 'Pique-nique', author_id: member.userId }))
  const kept = await notifiedSubjects()
  for (const subjectKind of notificationSubjectsOf(server.platform).keys()) await notifyRecipient(subjectKind, newId())
  await runSweeps(server.platform, notificationsFeature.sweeps!)
  expect((await notifiedSubjects()).sort()).toEqual(kept.sort())
})
