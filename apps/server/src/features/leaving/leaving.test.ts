import { changeMember, decideOnNewcomer, invite } from '@parvis/contract/admin.ts'
import { isVisibleMessage, listChatUsers, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { listDeals } from '@parvis/contract/deals.ts'
import { decideOnDeal, editDeal, endDeal } from '@parvis/contract/write-deals.ts'
import { answerEvent, getEvent, listAnswers, listEvents } from '@parvis/contract/feed.ts'
import { deleteAccount, getLeaving, leaveCommunity, proveOwner, undoDeparture } from '@parvis/contract/leaving.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { forgetPassword, getSession, logIn, logInByLink, register } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { notifyOfPendingMember } from '../notifications/notify-approvals.service.ts'
import { openSession } from '../session/session.service.ts'
import { createSessionLoader } from '../session/session-loader.ts'
import { findMissedMessages } from '../chat/resume.service.ts'
import { enqueueDueErasures } from './erase.service.ts'
import { addDeal } from '#server/testing/deals.ts'
import { beginAndEndDeals } from '../deals/deal-days.service.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { waitForMail, tokenIn } from '#server/testing/mails.ts'
import { addPerson, asPerson, type NewPerson, proveOwnership, withSession } from '#server/testing/people.ts'
import { type LiveSockets, eventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import { turnOnFactor } from '#server/testing/second-factor.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'

const HOME = 'les-tilleuls'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let server: TestServer
let sockets: LiveSockets
const screens: LiveClient[] = []
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
})
afterEach(() => {
  server.clock.aheadMs = 0
  for (const { socket } of screens.splice(0)) socket.terminate()
})
afterAll(() => server.close())

let personCount = 0
const person = async (more: Partial<NewPerson> = {}) => {
  const email = `depart-${++personCount}@test.example`
  const one = await asPerson(server, {
    email,
    pseudo: `Depart${String.fromCharCode(97 + (personCount % 26))}${personCount}`,
    password: DEMO_PASSWORD,
    community: HOME,
    ...more,
  })
  await server.db
    .updateTable('users')
    .set({ firstname: 'Noé', lastname: 'Petit' })
    .where('id', '=', one.userId)
    .execute()
  return { ...one, email }
}
type Person = Awaited<ReturnType<typeof person>>

const deleteOf = async ({ visitor }: Person) => {
  await proveOwnership(visitor)
  return visitor.call(deleteAccount)
}
const leaveOf = ({ visitor }: Person) => visitor.call(leaveCommunity)
const logInTo = async (email: string, community = HOME, password = DEMO_PASSWORD) =>
  server.visitor().call(logIn, { body: { email, password, communityId: await server.communityId(community) } })

/** Whether the viewer has a notification about the other person. */
const isNotifiedOf = async (reader: Visitor, { userId }: Person) =>
  (await reader.call(listNotifications, { query: {} })).answer.docs.some(({ actors }) =>
    actors.some(({ _id }) => _id === userId),
  )

/** One person posts, answers and writes; the other sees each of these. */
const acquaint = async (one: Person, other: Person) => {
  const word = `mot${newId().replaceAll('-', '')}`
  const { answer: post } = await one.visitor.call(publishPost, {
    body: { title: word, description: word },
  })
  const { answer: own } = await other.visitor.call(publishPost, {
    body: { title: 'Chez moi', description: 'Venez' },
  })
  await one.visitor.call(answerEvent, { params: { id: own._id } })
  await one.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: word } })
  await other.visitor.call(sendMessage, { body: { tmpId: newId(), to: one.userId, text: 'Bonjour' } })
  return { word, post: post._id, own: own._id }
}

const visibilityTo = async (viewer: Person, one: Person, trace: Awaited<ReturnType<typeof acquaint>>) => {
  const { visitor } = viewer
  const ids = async (query: object) =>
    (await visitor.call(listEvents, { query })).answer.docs.some(({ _id }) => _id === trace.post)
  const own = (await visitor.call(getEvent, { params: { id: trace.own } })).answer
  return {
    feed: await ids({}),
    search: await ids({ search: trace.word }),
    post: (await visitor.call(getEvent, { params: { id: trace.post } })).status === 200,
    neighbors: (await listAllNeighbors(visitor)).some(({ _id }) => _id === one.userId),
    profile: (await visitor.call(getProfile, { query: { userId: one.userId } })).status === 200,
    answerer: (await visitor.call(listAnswers, { params: { id: trace.own } })).answer.interestedUsers.some(
      ({ _id }) => _id === one.userId,
    ),
    answers: own.interestedUsersIds.includes(one.userId),
    told: await isNotifiedOf(visitor, one),
  }
}
const everywhere = {
  feed: true,
  search: true,
  post: true,
  neighbors: true,
  profile: true,
  answerer: true,
  answers: true,
  told: true,
}
const nowhere = Object.fromEntries(Object.keys(everywhere).map(surface => [surface, false]))

const departures = { 'who deletes the account': deleteOf, 'who leaves the community': leaveOf }

describe.each(Object.entries(departures))('a member %s', (_name, go) => {
  it('is logged out and hidden everywhere before the response, and returns by the mailed link', async () => {
    const [one, other] = [await person(), await person()]
    const trace = await acquaint(one, other)
    expect(await visibilityTo(other, one, trace)).toEqual(everywhere)
    const [mine, theirs] = [await sockets.open(one.visitor), await sockets.open(other.visitor)]
    screens.push(mine, theirs)
    expect((await go(one)).answer).toEqual({ _id: one.userId })
    expect(await visibilityTo(other, one, trace)).toEqual(nowhere)
    await eventually(() => mine.closed?.code, 4001)
    await eventually(() => theirs.received('user.hidden'), [{ _id: one.userId }])
    expect((await one.visitor.call(getSession)).error.key).toBe('unauthorized')
    expect((await logInTo(one.email)).error.key).toBe('unauthorized')

    const token = tokenIn(await waitForMail(server, one.email))
    server.clock.aheadMs = 7 * DAY_MS - MINUTE_MS
    const stranger = server.visitor()
    expect((await stranger.call(undoDeparture, { body: { token } })).answer).toEqual({
      communityId: await server.communityId(HOME),
      customUri: HOME,
    })
    expect(await visibilityTo(await again(other), one, trace)).toEqual(everywhere)
    expect((await logInTo(one.email)).answer._id).toBe(one.userId)
    // The link works only once.
    expect((await stranger.call(undoDeparture, { body: { token } })).error.key).toBe('tokenexpired')
  })

  it('appears as a deleted member in the conversations of others, whose own messages stay', async () => {
    const [one, other] = [await person(), await person()]
    await acquaint(one, other)
    await go(one)
    const { answer: users } = await other.visitor.call(listChatUsers)
    const nobody = { _id: one.userId, deleted: true, pseudo: '', firstname: null, initial: null, photoUri: null }
    expect(users.find(({ _id }) => _id === one.userId)).toMatchObject(nobody)
    const { answer } = await other.visitor.call(listMessages, { query: { userId: one.userId } })
    expect(answer.conversation).toMatchObject({ user: nobody, abilities: { write: false, block: false } })
    expect(answer.docs.filter(isVisibleMessage).map(({ meta, text }) => [meta.user.deleted ?? false, text])).toEqual([
      [false, 'Bonjour'],
      [true, expect.stringMatching(/^mot/)],
    ])
    const sent = await other.visitor.call(sendMessage, { body: { tmpId: newId(), to: one.userId, text: 'Allô ?' } })
    expect(sent.error.key).toBe('forbidden')
  })

  it('cannot return after a week, nor with an invalid link', async () => {
    const one = await person()
    await go(one)
    const token = tokenIn(await waitForMail(server, one.email))
    const stranger = server.visitor()
    expect((await stranger.call(undoDeparture, { body: { token: `${token.slice(0, -1)}_` } })).error.key).toBe(
      'tokenexpired',
    )
    expect((await stranger.call(logInByLink, { body: { token } })).error.key).toBe('tokenexpired')
    server.clock.aheadMs = 7 * DAY_MS + MINUTE_MS
    expect((await stranger.call(undoDeparture, { body: { token } })).error.key).toBe('tokenexpired')
  })

  it('gets the link again by registering, and no second account', async () => {
    const one = await person()
    await go(one)
    await waitForMail(server, one.email)
    const { answer } = await server
      .visitor()
      .call(register, { body: { email: one.email, communityId: await server.communityId(HOME) } })
    expect(answer).toEqual({ popup: 'popup2' })
    const second = tokenIn(await waitForMail(server, one.email, 2))
    expect((await server.visitor().call(undoDeparture, { body: { token: second } })).status).toBe(200)
    const accounts = await server.db.selectFrom('accounts').select('id').where('email', '=', one.email).execute()
    expect(accounts).toHaveLength(1)
  })
})

/** Logs in again, because moving the clock expires the previous sessions. */
const again = async ({ email, userId, accountId }: Person): Promise<Person> => {
  const visitor = server.visitor()
  const communityId = await server.communityId(HOME)
  await visitor.call(logIn, { body: { email, password: DEMO_PASSWORD, communityId } })
  return { visitor, email, userId, accountId }
}

describe('deleting the account', () => {
  it('requires the password, which counts for ten minutes in that session only', async () => {
    const one = await person()
    const elsewhere = server.visitor()
    await elsewhere.call(logIn, {
      body: { email: one.email, password: DEMO_PASSWORD, communityId: await server.communityId(HOME) },
    })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('password')
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
    expect((await one.visitor.call(proveOwner, { body: { currentpassword: 'not-this-one' } })).error).toMatchObject({
      key: 'baduserpassword',
      field: 'currentpassword',
    })
    expect((await one.visitor.call(proveOwner, { body: {} })).error.key).toBe('missingpassword')
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
    expect((await proveOwnership(one.visitor)).answer).toEqual({ proof: 'done' })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('none')
    expect((await elsewhere.call(deleteAccount)).error.key).toBe('proofneeded')
    server.clock.aheadMs = 11 * MINUTE_MS
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
  })

  it('requires the code of a second factor too', async () => {
    const one = await person({ role: 'employee' })
    const factor = await turnOnFactor(server, one.visitor)
    const proveBy = (code?: string) =>
      one.visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD, ...(code && { code }) } })
    const without = await proveBy()
    expect([without.status, without.status === 200 || without.error.key]).toEqual([400, 'codemissing'])
    expect((await one.visitor.call(getLeaving)).answer).toMatchObject({ proof: 'password', code: true })
    expect((await proveBy(factor.nextCode())).answer).toEqual({ proof: 'done' })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('none')
  })

  it('requires a mailed link if there is no password', async () => {
    const one = await person({ password: undefined })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('mail')
    expect((await one.visitor.call(proveOwner)).answer).toEqual({ proof: 'sent' })
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
    const token = tokenIn(await waitForMail(server, one.email))
    const visitor = server.visitor()
    await visitor.call(logInByLink, { body: { token, communityId: await server.communityId(HOME) } })
    expect((await visitor.call(getLeaving)).answer.proof).toBe('none')
    expect((await visitor.call(deleteAccount)).status).toBe(200)
  })

  it('hides the members in all communities of the account, and restores all of them', async () => {
    const one = await person()
    const lake = await server.communityId('residence-du-lac')
    const userId = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: lake,
        id: userId,
        account_id: one.accountId,
        role: 'neighbor',
        pseudo: `Lac${personCount}`,
      })
      .execute()
    const { answer } = await one.visitor.call(getLeaving)
    expect(answer.communities.map(({ _id }) => _id).sort()).toEqual([lake, await server.communityId(HOME)].sort())
    await deleteOf(one)
    expect((await logInTo(one.email, 'residence-du-lac')).error.key).toBe('unauthorized')
    const token = tokenIn(await waitForMail(server, one.email))
    await server.visitor().call(undoDeparture, { body: { token } })
    expect((await logInTo(one.email, 'residence-du-lac')).answer._id).toBe(userId)
    expect((await logInTo(one.email)).answer._id).toBe(one.userId)
  })

  it('mails the undo link when a forgotten password is reported, and prevents invitations meanwhile', async () => {
    const one = await person({ community: 'residence-du-lac' })
    await deleteOf(one)
    await waitForMail(server, one.email)
    const forgotten = { email: one.email, communityId: await server.communityId('residence-du-lac') }
    expect((await server.visitor().call(forgetPassword, { body: forgotten })).answer).toEqual({ popup: 'popup3' })
    const token = tokenIn(await waitForMail(server, one.email, 2))
    const administrator = await server.as('administrator')
    const invited = await administrator.call(invite, { body: { email: one.email } })
    expect(invited.error.key).toBe('alreadyregistereduser')
    expect((await server.visitor().call(undoDeparture, { body: { token } })).status).toBe(200)
    expect((await logInTo(one.email, 'residence-du-lac')).answer._id).toBe(one.userId)
  })

  it('when undone, does not restore a community that was left before', async () => {
    const one = await person()
    const lake = await server.communityId('residence-du-lac')
    await server.db
      .insertInto('users')
      .values({
        community_id: lake,
        id: newId(),
        account_id: one.accountId,
        role: 'neighbor',
        pseudo: `Rive${personCount}`,
      })
      .execute()
    await leaveOf(one)
    const first = tokenIn(await waitForMail(server, one.email))
    const visitor = server.visitor()
    await visitor.call(logIn, { body: { email: one.email, password: DEMO_PASSWORD, communityId: lake } })
    await proveOwnership(visitor)
    expect((await visitor.call(deleteAccount)).status).toBe(200)
    const second = tokenIn(await waitForMail(server, one.email, 2))
    // The account is to be deleted: restoring one community alone is not possible.
    expect((await server.visitor().call(undoDeparture, { body: { token: first } })).error.key).toBe('tokenexpired')
    expect((await server.visitor().call(undoDeparture, { body: { token: second } })).status).toBe(200)
    expect((await logInTo(one.email, 'residence-du-lac')).status).toBe(200)
    expect((await logInTo(one.email)).error.key).toBe('unauthorized')
    expect((await server.visitor().call(undoDeparture, { body: { token: first } })).status).toBe(200)
    expect((await logInTo(one.email)).status).toBe(200)
  })
})

describe('notifications of others', () => {
  it('are hidden in the recipient’s other communities too, and come back when the departure is undone', async () => {
    const [one, other] = [await person(), await person()]
    await acquaint(one, other)
    const lake = await server.communityId('residence-du-lac')
    const otherUserId = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: lake,
        id: otherUserId,
        account_id: other.accountId,
        role: 'neighbor',
        pseudo: `Anse${personCount}`,
        enabled_at: new Date(),
        first_login: false,
        need_update: false,
      })
      .execute()
    const away = server.visitor()
    await away.call(logIn, { body: { email: other.email, password: DEMO_PASSWORD, communityId: lake } })
    expect(await isNotifiedOf(away, one)).toBe(true)
    await leaveOf(one)
    expect(await isNotifiedOf(away, one)).toBe(false)
    const token = tokenIn(await waitForMail(server, one.email))
    await server.visitor().call(undoDeparture, { body: { token } })
    expect(await isNotifiedOf(away, one)).toBe(true)
  })

  it('about a pending newcomer who leaves are hidden, and come back when the departure is undone', async () => {
    const [one, admin] = [await person(), await server.as('administrator')]
    const communityId = await server.communityId(HOME)
    await inTransaction(server.db, (tx, afterCommit) =>
      notifyOfPendingMember(server.platform, { tx, afterCommit }, { communityId, userId: one.userId }),
    )
    await leaveOf(one)
    const wait = { enabled_at: null }
    await server.db.updateTable('users').set(wait).where('id', '=', one.userId).execute()
    expect(await isNotifiedOf(admin, one)).toBe(false)
    const token = tokenIn(await waitForMail(server, one.email))
    expect((await server.visitor().call(undoDeparture, { body: { token } })).status).toBe(200)
    expect(await isNotifiedOf(admin, one)).toBe(true)
  })
})

describe('staff', () => {
  it.each(['employee', 'administrator', 'webmaster'] as const)(
    'must hand over their role first: %s, to leave or to delete the account, even a role in another community',
    async role => {
      const one = await person({ role })
      await proveOwnership(one.visitor)
      expect((await one.visitor.call(deleteAccount)).error.key).toBe('laststaff')
      expect((await leaveOf(one)).error.key).toBe('laststaff')
      expect((await one.visitor.call(getLeaving)).answer.abilities).toEqual({ leave: false, deleteAccount: false })
      const { visitor, email, accountId } = await person()
      await server.db
        .insertInto('users')
        .values({
          community_id: await server.communityId('residence-du-lac'),
          id: newId(),
          account_id: accountId,
          role,
          pseudo: `Quai${personCount}`,
        })
        .execute()
      await proveOwnership(visitor)
      expect((await visitor.call(deleteAccount)).error.key).toBe('laststaff')
      expect((await visitor.call(getLeaving)).answer.abilities).toEqual({ leave: true, deleteAccount: false })
      expect((await logInTo(email)).status).toBe(200)
    },
  )

  it('does not include people who were invited and never logged in', async () => {
    const one = await person()
    const elsewhere = await server.communityId('camping-des-pins')
    await server.db
      .insertInto('users')
      .values({
        community_id: elsewhere,
        id: newId(),
        account_id: one.accountId,
        role: 'employee',
        pseudo: `Invite${personCount}`,
        enabled_at: new Date(),
        need_update: true,
        first_login: true,
      })
      .execute()
    expect((await one.visitor.call(getLeaving)).answer.abilities).toEqual({ leave: true, deleteAccount: true })
    expect((await deleteOf(one)).status).toBe(200)
  })

  it('does not include disabled members, who have nothing to hand over', async () => {
    const one = await person()
    await server.db
      .insertInto('users')
      .values({
        community_id: await server.communityId('camping-des-pins'),
        id: newId(),
        account_id: one.accountId,
        role: 'employee',
        pseudo: `Exclu${personCount}`,
        enabled_at: new Date(),
        disabled_at: new Date(),
      })
      .execute()
    expect((await one.visitor.call(getLeaving)).answer.abilities).toEqual({ leave: true, deleteAccount: true })
    expect((await deleteOf(one)).status).toBe(200)
  })

  it('can leave once the role is handed over', async () => {
    const one = await person({ role: 'administrator' })
    const admin = await server.as('administrator')
    await proveOwnership(admin)
    expect((await admin.call(changeMember, { params: { id: one.userId }, body: { role: 'neighbor' } })).status).toBe(
      200,
    )
    const visitor = server.visitor()
    const communityId = await server.communityId(HOME)
    await visitor.call(logIn, { body: { email: one.email, password: DEMO_PASSWORD, communityId } })
    expect((await visitor.call(leaveCommunity)).status).toBe(200)
  })

  it('cannot be appointed from members who have left', async () => {
    const one = await person()
    await leaveOf(one)
    const admin = await server.as('administrator')
    const change = { params: { id: one.userId }, body: { role: 'administrator' as const } }
    expect((await admin.call(changeMember, change)).error.key).toBe('error404')
  })
})

it('the deals of a company that leaves are hidden, and restored when it returns', async () => {
  const company = await person({ role: 'advertiser' })
  const id = await addDeal(server, { userId: company.userId })
  const viewer = await server.as('neighbor')
  const isListed = async () => {
    const listed = (await viewer.call(listDeals, { query: { all: true } })).answer.docs.some(({ _id }) => _id === id)
    const direct = (await viewer.send({ method: 'GET', url: `/gooddeals?id=${id}` })).status === 200
    return [listed, direct]
  }
  expect(await isListed()).toEqual([true, true])
  await leaveOf(company)
  expect(await isListed()).toEqual([false, false])
  const token = tokenIn(await waitForMail(server, company.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await isListed()).toEqual([true, true])
})

it('a company that leaves while its deals are being changed causes no deadlock', async () => {
  const administrator = await server.as('administrator')
  const statuses = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const company = await person({ role: 'advertiser' })
    const [one, other, third] = [
      await addDeal(server, { userId: company.userId }),
      await addDeal(server, { userId: company.userId }),
      await addDeal(server, { userId: company.userId, isPending: true }),
    ]
    await server.db
      .updateTable('deals')
      .set({ due_at: new Date(0) })
      .where('id', '=', other)
      .execute()
    const changes = [company.visitor, administrator].flatMap(who => [
      who.call(editDeal, { params: { id: one }, body: { price: `${round}` } }),
      who.call(endDeal, { params: { id: one } }),
    ])
    const decided = administrator.call(decideOnDeal, { params: { id: third }, body: { approve: true } })
    const answers = await Promise.all([leaveOf(company), ...changes, decided, beginAndEndDeals(server.platform)])
    for (const answer of answers) if (answer) statuses.add(answer.status)
    const shown = await server.db
      .selectFrom('deals')
      .select('id')
      .where('user_id', '=', company.userId)
      .where('listed', '=', true)
      .execute()
    expect(shown).toEqual([])
  }
  expect([...statuses].filter(status => status >= 500)).toEqual([])
})

it('a post loses the deal of a company that has left, and gets it back when the company returns', async () => {
  const company = await person({ role: 'advertiser' })
  const dealId = await addDeal(server, { userId: company.userId })
  const author = await person()
  const id = await addEvent(server, { community: HOME, userId: author.userId, dealId })
  const viewer = await server.as('neighbor')
  const shown = async () => {
    const { goodDealId, deal } = (await viewer.call(getEvent, { params: { id } })).answer
    return [goodDealId, deal?._id ?? null]
  }
  expect(await shown()).toEqual([dealId, dealId])
  await leaveOf(company)
  expect(await shown()).toEqual([null, null])
  const token = tokenIn(await waitForMail(server, company.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await shown()).toEqual([dealId, dealId])
})

it('the group chat of a host who has left has no unread messages', async () => {
  const [host, guest] = [await person(), await person()]
  const { answer: post } = await host.visitor.call(publishPost, {
    body: { title: 'Barbecue', description: 'Venez' },
  })
  await guest.visitor.call(answerEvent, { params: { id: post._id } })
  await host.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: post._id, text: 'À dix-neuf heures' } })
  const unread = async () => (await guest.visitor.call(getSession)).answer.notRead
  expect(await unread()).toBe(1)
  await leaveOf(host)
  expect(await unread()).toBe(0)
  const token = tokenIn(await waitForMail(server, host.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await unread()).toBe(1)
})

it('the group chat of a host who has left is closed: by uri, on resume, and for its pictures', async () => {
  const [host, guest] = [await person(), await person()]
  const { answer: post } = await host.visitor.call(publishPost, {
    body: { title: 'Barbecue', description: 'Venez' },
  })
  await guest.visitor.call(answerEvent, { params: { id: post._id } })
  const file = multipartOf([['files', await plainPicture(40, 30).png().toBuffer()]])
  const { uri } = (await host.visitor.send({ method: 'POST', url: '/media', ...file })).answer as { uri: string }
  const body = { tmpId: newId(), eventId: post._id, text: 'À dix-neuf heures', image: uri }
  const { conversationId } = (await host.visitor.call(sendMessage, { body })).answer
  const { loadSession } = createSessionLoader(server.platform)
  const actor = async () => (await loadSession(guest.visitor.cookies.get('parvis')!))!
  const seen = async () => [
    (await guest.visitor.call(listMessages, { query: { eventId: post._id } })).status,
    (await findMissedMessages(server.platform, await actor(), { conversations: { [conversationId]: 0 } })).messages
      .length > 0,
    (await guest.visitor.send({ method: 'GET', url: `${uri}/card` })).status,
  ]
  expect(await seen()).toEqual([200, true, 200])
  await leaveOf(host)
  expect(await seen()).toEqual([404, false, 404])
  const token = tokenIn(await waitForMail(server, host.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await seen()).toEqual([200, true, 200])
})

it('the mail to a departing member says when leaving their only community deletes the account', async () => {
  const only = 'C’était votre seule communauté'
  const [one, other] = [await person(), await person()]
  const elsewhere = await server.communityId('quartier-de-la-gare')
  await server.db
    .insertInto('users')
    .values({
      community_id: elsewhere,
      id: newId(),
      account_id: other.accountId,
      role: 'neighbor',
      pseudo: `Ailleurs${personCount}`,
      enabled_at: new Date(),
    })
    .execute()
  await leaveOf(one)
  await leaveOf(other)
  expect((await waitForMail(server, one.email)).text).toContain(only)
  expect((await waitForMail(server, other.email)).text).not.toContain(only)
})

it('the pseudo of a departed member stays reserved during the week', async () => {
  const [one, other] = [await person(), await person()]
  await leaveOf(one)
  const { pseudo } = await server.db
    .selectFrom('users')
    .select('pseudo')
    .where('id', '=', one.userId)
    .executeTakeFirstOrThrow()
  expect((await other.visitor.call(updateProfile, { body: { pseudo } })).error.key).toBe('pseudoduplicate')
})

it('an account without an e-mail is deleted without sending a link', async () => {
  const { accountId, userId } = await addPerson(server, {
    email: null,
    pseudo: `Lettre${personCount}`,
    community: HOME,
  })
  const communityId = await server.communityId(HOME)
  const { token } = await openSession(server.db, { accountId, userId, communityId, strategy: 'jwt' }, null)
  const visitor = withSession(server, token)
  expect((await visitor.call(getLeaving)).answer).toMatchObject({ proof: 'none', hasMail: false })
  expect((await visitor.call(deleteAccount)).status).toBe(200)
  expect((await visitor.call(getSession)).status).toBe(403)
})

it('a member is hidden once their stay has ended, and removed a month later', async () => {
  const [viewer, one] = [await person(), await person()]
  const overSince = async (days: number) => {
    const day = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
    await server.db.updateTable('users').set({ member_until: day }).where('id', '=', one.userId).execute()
  }
  const isSeen = async () => [
    (await viewer.visitor.call(getProfile, { query: { userId: one.userId } })).status,
    (await viewer.visitor.call(sendMessage, { body: { tmpId: newId(), to: one.userId, text: 'Bonjour' } })).status,
  ]
  const goneAt = async () =>
    (await server.db.selectFrom('users').select('gone_at').where('id', '=', one.userId).executeTakeFirst())?.gone_at
  await overSince(-1)
  expect(await isSeen()).toEqual([200, 200])
  await overSince(2)
  expect(await isSeen()).toEqual([404, 403])
  await enqueueDueErasures(server.platform)
  expect(await goneAt()).toBeNull()
  await overSince(32)
  await enqueueDueErasures(server.platform)
  expect(await goneAt()).toBeInstanceOf(Date)
  expect((await waitForMail(server, one.email)).subject).toBe(
    'Votre séjour dans la communauté Les Tilleuls est fini depuis un mois',
  )
})

it('the account of a refused newcomer is kept for a month after the refusal, however old it is', async () => {
  const one = await person({ enabled: false })
  const { db } = server
  const old = new Date(Date.now() - 400 * DAY_MS)
  await db.updateTable('accounts').set({ created_at: old }).where('id', '=', one.accountId).execute()
  const admin = await server.as('administrator')
  expect((await admin.call(decideOnNewcomer, { params: { id: one.userId }, body: { letIn: false } })).status).toBe(200)
  const isThere = async () =>
    (await db.selectFrom('accounts').select('id').where('id', '=', one.accountId).execute()).length
  await enqueueDueErasures(server.platform)
  expect(await isThere()).toBe(1)
  server.clock.aheadMs = 31 * DAY_MS
  await enqueueDueErasures(server.platform)
  expect(await isThere()).toBe(0)
})

it('an account without any membership is kept for a month', async () => {
  const [old, young] = [
    await addPerson(server, { email: `vieux-${personCount}@test.example` }),
    await addPerson(server, { email: `jeune-${personCount}@test.example` }),
  ]
  await server.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 31 * DAY_MS) })
    .where('id', '=', old.accountId)
    .execute()
  await enqueueDueErasures(server.platform)
  const left = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [old.accountId, young.accountId])
    .execute()
  expect(left).toEqual([{ id: young.accountId }])
})
