import { groupsWithChat } from '@parvis/contract/feed-filter.ts'
import type { Member, Members } from './make-members.ts'
import type { Post, Posts } from './make-posts.ts'
import { createIdGenerator, type Seed } from './seed.ts'
import { chats as texts, groupLines } from './texts/chats.ts'

const MINUTE_MS = 60_000
/** Maximum number of group chats: only the newest posts have one. */
const MAX_GROUPS = 40

export interface ChatMessage {
  id: string
  userId: string
  type: 'joined' | null
  text: string | null
  place: { latitude: number; longitude: number } | null
  at: Date
}

export interface Chat {
  id: string
  communityId: string
  /** The post of a group chat; null for a conversation of two. */
  eventId: string | null
  /** The two participants, the lower id first; null for a group. */
  pair: [string, string] | null
  members: { userId: string; readPlace: number }[]
  messages: ChatMessage[]
}

const compareIds = (a: string, b: string) => (a < b ? -1 : 1)

/** Conversations of the first community, whose accounts can log in: between two people, and in the groups of posts. */
export const makeChats = ({ random: rootRandom, now, idAt }: Seed, members: Members, { posts }: Posts): Chat[] => {
  const random = rootRandom.fork('chats')
  const newId = createIdGenerator(idAt, random)
  const people = [...members.byCommunity.values()][0]!
  const membersByPseudo = new Map(people.map(member => [member.person.pseudo, member]))
  const others = people.filter(({ role, canLogIn, photoId }) => role === 'neighbor' && !canLogIn && photoId !== null)
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)

  const pairs = texts.map((chat, n): Chat => {
    const me = membersByPseudo.get(chat.me)!
    const other = (chat.with && membersByPseudo.get(chat.with)) || others[n * 7]!
    const messages = chat.lines.map(line => ({
      id: newId(ago(line.minutesAgo)),
      userId: line.by === 'me' ? me.id : other.id,
      type: null,
      text: line.text,
      place: line.place ?? null,
      at: ago(line.minutesAgo),
    }))
    return {
      id: newId(messages[0]!.at),
      communityId: me.communityId,
      eventId: null,
      pair: [me.id, other.id].sort(compareIds) as [string, string],
      members: [
        { userId: me.id, readPlace: messages.length - chat.unreadCount },
        { userId: other.id, readPlace: messages.length },
      ],
      messages,
    }
  })

  const groupPosts = posts
    .filter(
      ({ communityId, group, answers }) =>
        communityId === people[0]!.communityId &&
        answers.length > 1 &&
        (groupsWithChat as readonly string[]).includes(group),
    )
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MAX_GROUPS)
  return [...pairs, ...groupPosts.map((post, n) => makeGroup(post, n, people, newId, now))]
}

/** The group chat of a post: everybody who answered has joined, and some of them have written. */
const makeGroup = (post: Post, n: number, people: readonly Member[], newId: (at: Date) => string, now: Date): Chat => {
  const answers = post.answers
    .filter(({ memberId }) => people.some(({ id }) => id === memberId))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const joined = answers.map(({ memberId, at }): ChatMessage => ({
    id: newId(at),
    userId: memberId,
    type: 'joined',
    text: null,
    place: null,
    at,
  }))
  const last = joined.at(-1)!.at.getTime()
  const participants = [post.authorId, ...answers.map(({ memberId }) => memberId)]
  const talk = (n < groupLines.length * 2 ? groupLines[n % groupLines.length]! : [])
    .map((text, at): ChatMessage => {
      const when = new Date(last + (at + 1) * 7 * MINUTE_MS)
      return {
        id: newId(when),
        userId: participants[at % participants.length]!,
        type: null,
        text,
        place: null,
        at: when,
      }
    })
    .filter(({ at }) => at <= now)
  const messages = [...joined, ...talk]
  return {
    id: newId(post.at),
    communityId: post.communityId,
    eventId: post.id,
    pair: null,
    members: [...new Set(participants)].map(userId => ({ userId, readPlace: messages.length })),
    messages,
  }
}
