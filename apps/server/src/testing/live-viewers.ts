import { getEvent } from '@parvis/contract/feed.ts'
import type { LiveClient, LiveSockets } from './live-clients.ts'
import { asPerson, userIdOf } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

/** A member or guest with open screens. */
export interface Viewer {
  name: string
  visitor: Visitor
  userId: string
  screens: LiveClient[]
}

/**
 * Opens screens of a viewer of each role in one community, and of a neighbour and an administrator in three others, two
 * of which belong to one organisation.
 */
export const openViewers = async (server: TestServer, sockets: LiveSockets): Promise<Viewer[]> => {
  const openViewer = async (name: string, visitor: Visitor, screens = 1): Promise<Viewer> => ({
    name,
    visitor,
    userId: await userIdOf(visitor),
    screens: await Promise.all(Array.from({ length: screens }, () => sockets.open(visitor))),
  })
  const viewers: Viewer[] = []
  for (const name of ['neighbor', 'neighbor2', 'advertiser', 'employee', 'administrator', 'webmaster'])
    viewers.push(await openViewer(name, await server.as(name), name === 'neighbor2' ? 2 : 1))
  viewers.push(await openViewer('guest', await server.asGuest()))
  for (const [name, community, role] of [
    ['beside', 'quartier-de-la-gare', 'neighbor'],
    ['beside admin', 'quartier-de-la-gare', 'administrator'],
    ['lake', 'residence-du-lac', 'neighbor'],
    ['lake admin', 'residence-du-lac', 'administrator'],
    ['camping', 'camping-des-pins', 'neighbor'],
    ['camping admin', 'camping-des-pins', 'administrator'],
  ] as const)
    viewers.push(
      await openViewer(
        name,
        (await asPerson(server, { email: `${name.replace(' ', '-')}@viewer.example`, community, role })).visitor,
      ),
    )
  return viewers
}

/**
 * Returns a line for each screen that did not receive a post exactly once in the form in which its viewer can read it,
 * or that received a post which its viewer cannot read.
 */
export const findWrongDeliveries = async (viewers: readonly Viewer[], ids: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const { name, visitor, screens } of viewers) {
    for (const id of ids) {
      const reply = await visitor.call(getEvent, { params: { id } })
      const expected = reply.status === 200 ? JSON.stringify(reply.answer) : undefined
      for (const screen of screens) {
        const receivedPosts = screen
          .received('event.created')
          .filter(({ _id }) => _id === id)
          .map(event => JSON.stringify(event))
        if (receivedPosts.length > 1 || receivedPosts[0] !== expected)
          found.push(`${name}: told ${receivedPosts.length} times of what is ${reply.status}`)
      }
    }
  }
  return found
}
