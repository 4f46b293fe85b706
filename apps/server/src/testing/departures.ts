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
  more: Partial<NewPerson> = {},
): Promise<DepartingMember> => {
  const email = `depart-${number}@test.example`
  const one = await asPerson(server, {
    email,
    pseudo: `Depart${String.fromCharCode(97 + (number % 26))}${number}`,
    password: DEMO_PASSWORD,
    community: 'les-tilleuls',
    ...more,
  })
  await server.db
    .updateTable('users')
    .set({ firstname: 'Noé', lastname: 'Petit' })
    .where('id', '=', one.userId)
    .execute()
  return { ...one, email }
}

/** Whether the viewer has a notification about the other person. */
export const isNotifiedOf = async (reader: Visitor, { userId }: DepartingMember) =>
  (await reader.call(listNotifications, { query: {} })).answer.docs.some(({ actors }) =>
    actors.some(({ _id }) => _id === userId),
  )

/** What one member has posted, answered and written to another. */
interface MemberTrace {
  word: string
  post: string
  own: string
}

/** One person posts, answers and writes; the other sees each of these. */
export const acquaint = async (one: DepartingMember, other: DepartingMember) => {
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

export const visibilityTo = async (viewer: DepartingMember, one: DepartingMember, trace: MemberTrace) => {
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

export const everywhere = {
  feed: true,
  search: true,
  post: true,
  neighbors: true,
  profile: true,
  answerer: true,
  answers: true,
  told: true,
}
export const nowhere = Object.fromEntries(Object.keys(everywhere).map(surface => [surface, false]))
