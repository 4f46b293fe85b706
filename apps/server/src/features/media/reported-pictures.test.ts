// A reported picture is retained until the team has decided: its owner can remove it for everybody else, and learns
// nothing of the report.
import { deleteMessage, flagMessage, sendMessage } from '@parvis/contract/chat.ts'
import { flagDeal } from '@parvis/contract/deals.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { flagEvent, removeEvent } from '@parvis/contract/feed.ts'
import { getCase } from '@parvis/contract/moderation.ts'
import { flagUser, updateProfile } from '@parvis/contract/profile.ts'
import { editPost } from '@parvis/contract/publish.ts'
import { removeDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { addDeal } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { forgetUnusedPictures } from './media.service.ts'

let server: TestServer
let administrator: Visitor
let file: Buffer
beforeAll(async () => {
  server = await openTestServer('demo')
  administrator = await server.as('administrator')
  file = await plainPicture(60, 40).jpeg().toBuffer()
})
afterAll(() => server.close())

let people = 0
const person = (role: 'neighbor' | 'advertiser' = 'neighbor') =>
  asPerson(server, { email: `kept-${++people}@pictures.example`, community: 'les-tilleuls', role })
type Person = Awaited<ReturnType<typeof person>>
const upload = async ({ visitor }: Person) =>
  (await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', file]]) })).answer as Media
const isNamed = (id: string, more: { class?: 'public' } = {}) =>
  server.db
    .updateTable('media')
    .set({ unused_since: null, ...more })
    .where('id', '=', id)
    .execute()
const fetched = async (visitor: Visitor, id: string) =>
  (await visitor.send({ method: 'GET', url: `/media/${id}/card` })).status

interface Shown {
  subjectId: string
  pictureId: string
  report(): Promise<{ status: number }>
  takeAway(): Promise<{ status: number }>
}
const postOf = async (author: Person, reporter: Person) => {
  const id = await addEvent(server, { userId: author.userId, description: 'Bonjour' })
  const { _id: pictureId } = await upload(author)
  await isNamed(pictureId)
  await server.db.updateTable('events').set({ photo_id: pictureId }).where('id', '=', id).execute()
  const report = () => reporter.visitor.call(flagEvent, { params: { id }, body: {} })
  return { subjectId: id, pictureId, report }
}
const subjects: Record<string, (author: Person, reporter: Person) => Promise<Shown>> = {
  'a message': async (author, reporter) => {
    const { _id: pictureId, uri } = await upload(author)
    const body = { tmpId: newId(), to: reporter.userId, text: 'Regarde', image: uri }
    const { _id: id } = (await author.visitor.call(sendMessage, { body })).answer
    return {
      subjectId: id,
      pictureId,
      report: () => reporter.visitor.call(flagMessage, { params: { id }, body: {} }),
      takeAway: () => author.visitor.call(deleteMessage, { params: { id } }),
    }
  },
  'a post that is removed': async (author, reporter) => {
    const post = await postOf(author, reporter)
    return { ...post, takeAway: () => author.visitor.call(removeEvent, { params: { id: post.subjectId } }) }
  },
  'a post that shows it no more': async (author, reporter) => {
    const post = await postOf(author, reporter)
    const takeAway = () => author.visitor.call(editPost, { params: { id: post.subjectId }, body: { photoUri: null } })
    return { ...post, takeAway }
  },
  'a profile': async (author, reporter) => {
    const { _id: pictureId } = await upload(author)
    await isNamed(pictureId)
    await server.db.updateTable('users').set({ photo_id: pictureId }).where('id', '=', author.userId).execute()
    server.platform.bus.announce('actor.changed', { userIds: [author.userId] })
    return {
      subjectId: author.userId,
      pictureId,
      report: () => reporter.visitor.call(flagUser, { params: { id: author.userId }, body: {} }),
      takeAway: () =>
        author.visitor.call(updateProfile, {
          body: { firstname: 'Ana', lastname: 'Petit', gender: 'F', photoUri: null },
        }),
    }
  },
  'a deal': async (_, reporter) => {
    const author = await person('advertiser')
    const { _id: pictureId } = await upload(author)
    await isNamed(pictureId, { class: 'public' })
    const id = await addDeal(server, { userId: author.userId })
    await server.db.updateTable('deals').set({ photo_id: pictureId }).where('id', '=', id).execute()
    return {
      subjectId: id,
      pictureId,
      report: () => reporter.visitor.call(flagDeal, { params: { id }, body: {} }),
      takeAway: () => author.visitor.call(removeDeal, { params: { id } }),
    }
  },
}

describe.each(Object.entries(subjects))('the picture of %s', (_, make) => {
  it('is retained for the team alone once reported, until no case retains it', async () => {
    const [author, reporter] = [await person(), await person()]
    const { subjectId, pictureId, report, takeAway } = await make(author, reporter)
    expect(await fetched(reporter.visitor, pictureId)).toBe(200)
    expect([(await report()).status, (await takeAway()).status]).toEqual([200, 200])
    for (const visitor of [author.visitor, reporter.visitor, server.visitor()])
      expect(await fetched(visitor, pictureId)).toBe(404)
    expect(await fetched(administrator, pictureId)).toBe(200)
    const { id } = await server.db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow()
    const { answer } = await administrator.call(getCase, { params: { id } })
    expect(answer.content.picture?._id).toBe(pictureId)
    server.clock.ahead = 2 * DAY_MS
    await forgetUnusedPictures(server.platform)
    expect(await server.platform.storage.get(`${pictureId}/card`)).not.toBeNull()
    await server.db.updateTable('moderation_cases').set({ picture_ids: [] }).where('id', '=', id).execute()
    await forgetUnusedPictures(server.platform)
    server.clock.ahead = 0
    expect(await server.platform.storage.get(`${pictureId}/card`)).toBeNull()
  })

  it('is deleted without a report, and is either deleted or retained when reported at the same moment', async () => {
    const [author, reporter] = [await person(), await person()]
    const calm = await make(author, reporter)
    expect((await calm.takeAway()).status).toBe(200)
    expect(await fetched(administrator, calm.pictureId)).toBe(404)
    const { subjectId, pictureId, report, takeAway } = await make(await person(), reporter)
    await Promise.all([report(), takeAway()])
    const found = await server.db
      .selectFrom('moderation_cases')
      .select('picture_ids')
      .where('subject_id', '=', subjectId)
      .executeTakeFirst()
    const isKept = found?.picture_ids.includes(pictureId) ?? false
    expect((await fetched(administrator, pictureId)) === 200).toBe(isKept)
  })
})
