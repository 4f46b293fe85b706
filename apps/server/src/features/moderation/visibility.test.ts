// Who sees reported content, from the report to the last decision: the author cannot notice a report by a minor,
// content hidden by one case is not made visible by another, and hidden content cannot be edited.
import { flagMessage, listMessages, deleteMessage, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, flagEvent, getEvent } from '@parvis/contract/feed.ts'
import { deleteAccount, leaveCommunity, proveOwner, undoDeparture } from '@parvis/contract/leaving.ts'
import {
  appealDecision,
  decideAppeal,
  decideCase,
  getCase,
  listCases,
  type ModerationDecision,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { flagUser, getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { editPost } from '@parvis/contract/publish.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addEvent } from '#server/testing/events.ts'
import { makeMinor, rule } from '#server/testing/moderated-posts.ts'
import { findOpenCaseId } from '#server/testing/moderation-cases.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { asPerson, newPseudo } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

const HOME = 'les-tilleuls'

let server: TestServer
let administrator: Visitor
let webmaster: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  ;[administrator, webmaster] = [await server.as('administrator'), await server.as('webmaster')]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('moderation_cases').execute()
})

let people = 0
const newMember = async () => {
  const email = `sight-${++people}@test.example`
  return {
    email,
    ...(await asPerson(server, { email, pseudo: newPseudo(), password: 'parvis-demo', community: HOME })),
  }
}
type Person = Awaited<ReturnType<typeof newMember>>
const newMinor = async () => {
  const one = await newMember()
  await makeMinor(server, one.userId)
  return one
}
const decide = (id: string, decision: ModerationDecision, days?: number) =>
  administrator.call(decideCase, {
    params: { id },
    body: { decision, ...(decision !== 'keep' && rule), ...(days && { days }) },
  })
const report = async (postId: string): Promise<string> => {
  await (await newMember()).visitor.call(flagEvent, { params: { id: postId }, body: {} })
  return findOpenCaseId(server, postId)
}
const overturn = async (author: Person, caseId: string) => {
  await author.visitor.call(appealDecision, { body: { caseId, text: 'Pardon' } })
  return webmaster.call(decideAppeal, { params: { id: caseId }, body: { overturn: true, reason: 'Soit' } })
}
const seesPost = async (id: string) =>
  (await (await server.as('neighbor')).call(getEvent, { params: { id } })).status === 200

const send = async (from: Person, to: Person, text: string) =>
  (await from.visitor.call(sendMessage, { body: { to: to.userId, text, tmpId: `t${Math.random()}` } })).answer._id
const read = async (recipient: Person, other: Person, id: string) =>
  (await recipient.visitor.call(listMessages, { query: { userId: other.userId } })).answer.docs.find(
    one => '_id' in one && one._id === id,
  )
const reportMessage = async (recipient: Person, id: string) => {
  await recipient.visitor.call(flagMessage, { params: { id }, body: {} })
  return findOpenCaseId(server, id)
}

describe('a message', () => {
  it('reported by a minor is hidden from the minor at once, while its sender sees no difference until the decision', async () => {
    const [adult, child] = [await newMember(), await newMinor()]
    const id = await send(adult, child, 'Viens me voir')
    const before = await read(adult, child, id)
    const caseId = await reportMessage(child, id)
    expect(await read(child, adult, id)).toMatchObject({ text: null, deleted: true, hiddenByTeam: true })
    expect(await read(adult, child, id)).toEqual(before)
    await decide(caseId, 'hide')
    expect(await read(adult, child, id)).toEqual({ ...before, hiddenByTeam: true })
  })

  it('deleted by its sender while hidden remains deleted for both when the decision is undone', async () => {
    const [sender, recipient] = [await newMember(), await newMember()]
    const id = await send(sender, recipient, 'Des mots trop vifs')
    const caseId = await reportMessage(recipient, id)
    await decide(caseId, 'hide')
    expect((await sender.visitor.call(deleteMessage, { params: { id } })).status).toBe(200)
    await administrator.call(restoreCase, { params: { id: caseId }, body: {} })
    for (const [one, other] of [
      [sender, recipient],
      [recipient, sender],
    ] as const)
      expect(await read(one, other, id)).toMatchObject({ text: null, deleted: true })
  })

  it('is shown to the team on the page of its case, not in the list, and each view is audited', async () => {
    const [sender, recipient] = [await newMember(), await newMember()]
    const id = await send(sender, recipient, 'Un secret à nous')
    const caseId = await reportMessage(recipient, id)
    const countViews = async () =>
      (
        await server.db
          .selectFrom('audit_log')
          .select('id')
          .where('act', '=', 'message.viewed')
          .where('subject_id', '=', id)
          .execute()
      ).length
    const list = (await administrator.call(listCases, { query: {} })).answer
    expect(JSON.stringify(list)).not.toContain('Un secret')
    expect([list.docs.length, await countViews()]).toEqual([1, 0])
    expect((await decide(caseId, 'warn')).answer.content.messages.length).toBe(1)
    expect(await countViews()).toBe(1)
    await administrator.call(getCase, { params: { id: caseId } })
    expect(await countViews()).toBe(2)
  })
})

describe('a post', () => {
  it('hidden by one case remains hidden when the decision on another case is overturned', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId })
    const first = await report(id)
    await decide(first, 'warn')
    await decide(await report(id), 'hide')
    expect((await overturn(author, first)).status).toBe(200)
    expect(await seesPost(id)).toBe(false)
  })

  it('cannot be edited while it is hidden', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId, description: 'Des mots trop vifs' })
    await decide(await report(id), 'hide')
    expect((await author.visitor.call(getEvent, { params: { id } })).answer.abilities.edit).toBe(false)
    const edited = await author.visitor.call(editPost, { params: { id }, body: { description: 'Une autre insulte' } })
    expect(edited.error.key).toBe('forbidden')
  })

  it('whose hiding was upheld by a second person cannot be restored by the first decider', async () => {
    const author = await newMember()
    const id = await addEvent(server, { userId: author.userId })
    const caseId = await report(id)
    await decide(caseId, 'hide')
    await author.visitor.call(appealDecision, { body: { caseId, text: 'Pardon' } })
    await webmaster.call(decideAppeal, { params: { id: caseId }, body: { overturn: false, reason: 'Non' } })
    const restore = (visitor: Visitor) => visitor.call(restoreCase, { params: { id: caseId }, body: {} })
    expect((await restore(administrator)).error.key).toBe('alreadydecided')
    expect(await seesPost(id)).toBe(false)
    expect((await restore(webmaster)).status).toBe(200)
    expect(await seesPost(id)).toBe(true)
  })

  it('of a minor, in which the team found no breach, remains visible after the next report, whose case is pending', async () => {
    const child = await newMinor()
    const id = await addEvent(server, { userId: child.userId })
    const first = await report(id)
    expect(await seesPost(id)).toBe(false)
    await decide(first, 'keep')
    const second = await report(id)
    expect(await seesPost(id)).toBe(true)
    expect((await administrator.call(listCases, { query: {} })).answer.docs).toMatchObject([{ _id: second }])
  })

  it('that is hidden shows its title only in notifications of its author', async () => {
    const [author, other] = [await newMember(), await newMember()]
    const id = await addEvent(server, { userId: author.userId, title: 'Titre masqué' })
    const third = await newMember()
    for (const { visitor } of [other, third]) await visitor.call(answerEvent, { params: { id } })
    for (const { visitor } of [author, third])
      await visitor.call(sendMessage, { body: { eventId: id, text: 'Bonjour', tmpId: `t${Math.random()}` } })
    const shownText = async ({ visitor }: Person) =>
      JSON.stringify((await visitor.call(listNotifications, { query: {} })).answer.docs)
    await expect.poll(() => shownText(other), { timeout: 10_000 }).toContain('Titre masqué')
    await decide(await report(id), 'hide')
    expect(await shownText(other)).not.toContain('Titre masqué')
    expect(await shownText(author)).toContain('Titre masqué')
  })
})

describe('a profile', () => {
  const setDescription = async ({ visitor }: Person, description: string) => {
    const { status } = await visitor.call(updateProfile, {
      body: { firstname: 'Ana', lastname: 'Petit', gender: 'F', description },
    })
    expect(status).toBe(200)
  }
  const reportPerson = async ({ userId }: Person) => {
    await (await newMember()).visitor.call(flagUser, { params: { id: userId }, body: {} })
    return findOpenCaseId(server, userId)
  }
  const hiddenOf = async ({ userId }: Person) =>
    (await server.db.selectFrom('hidden_profiles').select('content').where('user_id', '=', userId).execute()).map(
      ({ content }) => content.description,
    )
  const seen = async ({ userId }: Person) =>
    (await (await server.as('neighbor')).call(getProfile, { query: { userId } })).answer.description

  it('rewritten after it was hidden is hidden again by the next decision', async () => {
    const author = await newMember()
    await setDescription(author, 'Première insulte')
    await decide(await reportPerson(author), 'hide')
    await setDescription(author, 'Seconde insulte')
    expect(await seen(author)).toBe('Seconde insulte')
    const second = await reportPerson(author)
    await decide(second, 'suspend', 7)
    expect(await seen(author)).toBeNull()
    await administrator.call(restoreCase, { params: { id: second }, body: {} })
    expect(await seen(author)).toBe('Seconde insulte')
    expect(await hiddenOf(author)).toEqual(['Première insulte'])
  })

  it('shows the texts again that an overturned decision had hidden, but not those that another case hides', async () => {
    const author = await newMember()
    await setDescription(author, 'Une insulte')
    const first = await reportPerson(author)
    await decide(first, 'hide')
    await setDescription(author, 'Rien de mal')
    const second = await reportPerson(author)
    await decide(second, 'hide')
    expect(await seen(author)).toBeNull()
    await overturn(author, second)
    expect(await seen(author)).toBe('Rien de mal')
  })

  it('of a minor, rewritten while a case is pending, is hidden by the next report and restored when no breach is found', async () => {
    const author = await newMinor()
    await setDescription(author, 'Premiers mots')
    const caseId = await reportPerson(author)
    await setDescription(author, 'Autres mots')
    expect(await reportPerson(author)).toBe(caseId)
    const shownText = async () =>
      (await administrator.call(getProfile, { query: { userId: author.userId } })).answer.description
    expect(await shownText()).toBeNull()
    await decide(caseId, 'keep')
    expect(await shownText()).toBe('Autres mots')
    expect(await hiddenOf(author)).toEqual([])
  })

  it('cannot be rewritten by an update that is in progress while its owner is suspended', async () => {
    const author = await newMember()
    await setDescription(author, 'Une insulte')
    const caseId = await reportPerson(author)
    const saves = Array.from({ length: 4 }, (_, n) =>
      author.visitor.call(updateProfile, {
        body: { firstname: 'Ana', lastname: 'Petit', gender: 'F', description: `Encore ${n}` },
      }),
    )
    const [decided] = await Promise.all([decide(caseId, 'suspend', 7), ...saves])
    expect(decided.status).toBe(200)
    expect(await seen(author)).toBeNull()
  })

  it('can be removed while its owner deletes the account, without a deadlock', async () => {
    for (let round = 0; round < 3; round++) {
      const author = await newMember()
      const caseId = await reportPerson(author)
      await author.visitor.call(proveOwner, { body: { currentpassword: 'parvis-demo' } })
      const [decided, deleted] = await Promise.all([decide(caseId, 'remove'), author.visitor.call(deleteAccount)])
      expect([200, 401, 404]).toContain(deleted.status)
      expect(decided.status).toBe(200)
    }
  })

  it('remains hidden when the team finds no breach in a later report', async () => {
    const author = await newMember()
    await setDescription(author, 'Une insulte')
    await decide(await reportPerson(author), 'hide')
    await decide(await reportPerson(author), 'keep')
    expect(await seen(author)).toBeNull()
  })
})

describe('a member who leaves before the decision', () => {
  it('cannot log in after undoing the departure if the team has decided to remove them', async () => {
    const author = await newMember()
    await (await newMember()).visitor.call(flagUser, { params: { id: author.userId }, body: {} })
    const caseId = await findOpenCaseId(server, author.userId)
    await author.visitor.call(leaveCommunity)
    const token = linkTokenIn(await waitForMail(server, author.email))
    expect((await decide(caseId, 'remove')).status).toBe(200)
    await server.visitor().call(undoDeparture, { body: { token } })
    const again = await server.visitor().call(logIn, {
      body: { email: author.email, password: 'parvis-demo', communityId: await server.communityId(HOME) },
    })
    expect(again.status).toBe(423)
  })
})
