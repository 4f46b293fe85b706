// A reported picture is retained until the team has decided. Its uploader can remove the picture for everybody but the
// team, and does not notice the report.
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
import { purgeUnusedPictures } from './remove-pictures.service.ts'

let server: TestServer
let administrator: Visitor
let file: Buffer
beforeAll(async () => {
  server = await openTestServer('demo')
  administrator = await server.as('administrator')
  file = await plainPicture(60, 40).jpeg().toBuffer()
})
afterAll(() => server.close())

let personCount = 0
const person = (role: 'neighbor' | 'advertiser' = 'neighbor') =>
  asPerson(server, { email: `kept-${++personCount}@pictures.example`, community: 'les-tilleuls', role })
type Person = Awaited<ReturnType<typeof person>>
const upload = async ({ visitor }: Person) =>
  (await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', file]]) })).answer as Media
const markUsed = (id: string, more: { class?: 'public' } = {}) =>
  server.db
    .updateTable('media')
    .set({ unused_since: null, ...more })
    .where('id', '=', id)
    .execute()
const fetchStatus = async (visitor: Visitor, id: string) =>
  (await visitor.send({ method: 'GET', url: `/media/${id}/card` })).status

interface ReportedSubject {
  subjectId: string
  pictureId: string
  report(): Promise<{ status: number }>
  removePicture(): Promise<{ status: number }>
}
const createReportablePost = async (author: Person, reporter: Person) => {
  const id = await addEvent(server, { userId: author.userId, description: 'Bonjour' })
  const { _id: pictureId } = await upload(author)
  await markUsed(pictureId)
  await server.db.updateTable('events').set({ photo_id: pictureId }).where('id', '=', id).execute()
  const report = () => reporter.visitor.call(flagEvent, { params: { id }, body: {} })
  return { subjectId: id, pictureId, report }
}
const subjects: Record<string, (author: Person, reporter: Person) => Promise<ReportedSubject>> = {
  'a message': async (author, reporter) => {
    const { _id: pictureId, uri } = await upload(author)
    const body = { tmpId: newId(), to: reporter.userId, text: 'Regarde', image: uri }
    const { _id: id } = (await author.visitor.call(sendMessage, { body })).answer
    return {
      subjectId: id,
      pictureId,
      report: () => reporter.visitor.call(flagMessage, { params: { id }, body: {} }),
      removePicture: () => author.visitor.call(deleteMessage, { params: { id } }),
    }
  },
  'a removed post': async (author, reporter) => {
    const post = await createReportablePost(author, reporter)
    return { ...post, removePicture: () => author.visitor.call(removeEvent, { params: { id: post.subjectId } }) }
  },
  'a post that no longer shows it': async (author, reporter) => {
    const post = await createReportablePost(author, reporter)
    const removePicture = () =>
      author.visitor.call(editPost, { params: { id: post.subjectId }, body: { photoUri: null } })
    return { ...post, removePicture }
  },
  'a profile': async (author, reporter) => {
    const { _id: pictureId } = await upload(author)
    await markUsed(pictureId)
    await server.db.updateTable('users').set({ photo_id: pictureId }).where('id', '=', author.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [author.userId] })
    return {
      subjectId: author.userId,
      pictureId,
      report: () => reporter.visitor.call(flagUser, { params: { id: author.userId }, body: {} }),
      removePicture: () =>
        author.visitor.call(updateProfile, {
          body: { firstname: 'Ana', lastname: 'Petit', gender: 'F', photoUri: null },
        }),
    }
  },
  'a deal': async (_, reporter) => {
    const author = await person('advertiser')
    const { _id: pictureId } = await upload(author)
    await markUsed(pictureId, { class: 'public' })
    const id = await addDeal(server, { userId: author.userId })
    await server.db.updateTable('deals').set({ photo_id: pictureId }).where('id', '=', id).execute()
    return {
      subjectId: id,
      pictureId,
      report: () => reporter.visitor.call(flagDeal, { params: { id }, body: {} }),
      removePicture: () => author.visitor.call(removeDeal, { params: { id } }),
    }
  },
}

describe.each(Object.entries(subjects))('the picture of %s', (_, createSubject) => {
  it('is visible to the team alone once it is reported and removed, and deleted when no case retains it any more', async () => {
    const [author, reporter] = [await person(), await person()]
    const { subjectId, pictureId, report, removePicture } = await createSubject(author, reporter)
    expect(await fetchStatus(reporter.visitor, pictureId)).toBe(200)
    expect([(await report()).status, (await removePicture()).status]).toEqual([200, 200])
    for (const visitor of [author.visitor, reporter.visitor, server.visitor()])
      expect(await fetchStatus(visitor, pictureId)).toBe(404)
    expect(await fetchStatus(administrator, pictureId)).toBe(200)
    const { id } = await server.db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow()
    const { answer } = await administrator.call(getCase, { params: { id } })
    expect(answer.content.picture?._id).toBe(pictureId)
    server.clock.aheadMs = 2 * DAY_MS
    await purgeUnusedPictures(server.platform)
    expect(await server.platform.storage.get(`${pictureId}/card`)).not.toBeNull()
    await server.db.updateTable('moderation_cases').set({ picture_ids: [] }).where('id', '=', id).execute()
    await purgeUnusedPictures(server.platform)
    server.clock.aheadMs = 0
    expect(await server.platform.storage.get(`${pictureId}/card`)).toBeNull()
  })

  it('is deleted with its content unless it is reported; a concurrent report retains the picture or finds it deleted', async () => {
    const [author, reporter] = [await person(), await person()]
    const unreported = await createSubject(author, reporter)
    expect((await unreported.removePicture()).status).toBe(200)
    expect(await fetchStatus(administrator, unreported.pictureId)).toBe(404)
    const { subjectId, pictureId, report, removePicture } = await createSubject(await person(), reporter)
    await Promise.all([report(), removePicture()])
    const found = await server.db
      .selectFrom('moderation_cases')
      .select('picture_ids')
      .where('subject_id', '=', subjectId)
      .executeTakeFirst()
    const isRetained = found?.picture_ids.includes(pictureId) ?? false
    expect((await fetchStatus(administrator, pictureId)) === 200).toBe(isRetained)
  })
})
