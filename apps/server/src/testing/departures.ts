import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, getEvent, listAnswers, listEvents } from '@parvis/contract/feed.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { getProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { newId } from '../kernel/ids.ts'
import { listAllNeighbors } from './neighbors.ts'
import { asPerson, type NewPerson } from './people.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

export interface DepartingMember {
  visitor: Visitor
  userId: string
  accountId: string
  email: string
}

export const asDepartingMember = async (
  server: TestServer,
  number: number,
  overrides: Partial<NewPerson> = {},
): Promise<DepartingMember> => {
  const email = `depart-${number}@test.example`
  const one = await asPerson(server, {
    email,
    pseudo: `Depart${String.fromCharCode(97 + (number % 26))}${number}`,
    password: DEMO_PASSWORD,
    community: 'les-tilleuls',
    ...overrides,
  })
  await server.db
    .updateTable('users')
    .set({ firstname: 'Noé', lastname: 'Petit' })
    .where('id', '=', one.userId)
    .execute()
  return { ...one, email }
}

/** Whether the reader has a notification about the departing member. */
export const hasNotificationAbout = async (reader: Visitor, { userId }: DepartingMember) =>
  (await reader.call(listNotifications, { query: {} })).answer.docs.some(({ actors }) =>
    actors.some(({ _id }) => _id === userId),
  )

/** A unique word in the texts of a member, the member’s post, and the other member’s post that the member answered. */
interface MemberTrace {
  word: string
  post: string
  own: string
}

/**
 * Publishes a post as the member, answers a post of the other member as the member, and exchanges messages between
 * both, so that the other member sees all of this.
 */
export const leaveTraces = async (member: DepartingMember, other: DepartingMember) => {
  const word = `mot${newId().replaceAll('-', '')}`
  const { answer: post } = await member.visitor.call(publishPost, {
    body: { title: word, description: word },
  })
  const { answer: own } = await other.visitor.call(publishPost, {
    body: { title: 'Chez moi', description: 'Venez' },
  })
  await member.visitor.call(answerEvent, { params: { id: own._id } })
  await member.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: word } })
  await other.visitor.call(sendMessage, { body: { tmpId: newId(), to: member.userId, text: 'Bonjour' } })
  return { word, post: post._id, own: own._id }
}

export const visibilityTo = async (viewer: DepartingMember, member: DepartingMember, trace: MemberTrace) => {
  const { visitor } = viewer
  const isListed = async (query: object) =>
    (await visitor.call(listEvents, { query })).answer.docs.some(({ _id }) => _id === trace.post)
  const own = (await visitor.call(getEvent, { params: { id: trace.own } })).answer
  return {
    feed: await isListed({}),
    search: await isListed({ search: trace.word }),
    post: (await visitor.call(getEvent, { params: { id: trace.post } })).status === 200,
    neighbors: (await listAllNeighbors(visitor)).some(({ _id }) => _id === member.userId),
    profile: (await visitor.call(getProfile, { query: { userId: member.userId } })).status === 200,
    answerer: (await visitor.call(listAnswers, { params: { id: trace.own } })).answer.interestedUsers.some(
      ({ _id }) => _id === member.userId,
    ),
    answers: own.interestedUsersIds.includes(member.userId),
    told: await hasNotificationAbout(visitor, member),
  }
}

export const visibleEverywhere = {
  feed: true,
  search: true,
  post: true,
  neighbors: true,
  profile: true,
  answerer: true,
  answers: true,
  told: true,
}
export const visibleNowhere = Object.fromEntries(Object.keys(visibleEverywhere).map(surface => [surface, false]))
