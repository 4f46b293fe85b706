import { sendMessage } from '@parvis/contract/chat.ts'
import { removeQuietHours } from '@parvis/contract/notifications.ts'
import { getPushState, registerPush } from '@parvis/contract/push.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createMissedNotifications } from '../features/notifications/missed-notifications.service.ts'
import { enqueueMissedPushes } from '../features/push/enqueue-pushes.service.ts'
import { asPerson } from './people.ts'
import type { PushService, TestBrowser } from './push-service.ts'
import type { asShellPerson } from './shells.ts'
import type { TestServer, Visitor } from './test-server.ts'

export interface PushMember {
  visitor: Visitor
  userId: string
  accountId: string
  pseudo: string
}

/** The time zone of the test servers that send pushes. */
export const PUSH_ZONE = 'Europe/Paris'
/** Longer than the backoff of an endpoint and than the delay of the second attempt of a job. */
export const BACKOFF_MS = 11_000

/** Adds an adult member without quiet hours; `createPerson` decides whether they use a browser or the native app. */
export const addPushMember = async (
  server: TestServer,
  pseudo: string,
  firstname: string,
  createPerson: typeof asPerson | typeof asShellPerson = asPerson,
): Promise<PushMember> => {
  const made = await createPerson(server, { email: `${pseudo}@test.example`, pseudo, community: 'les-tilleuls' })
  await server.db
    .updateTable('users')
    .set({ firstname, lastname: 'Moretti', birthdate: '1980-06-15' })
    .where('id', '=', made.userId)
    .execute()
  await made.visitor.call(removeQuietHours)
  return { ...made, pseudo }
}

/** Sets the clock to this local time of tomorrow. */
export const setClockToTomorrow = (server: TestServer, time: string): void => {
  const tomorrow = Date.now() + 24 * 60 * 60_000
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: PUSH_ZONE }).format(tomorrow)
  server.clock.aheadMs = instantAt(day, time, PUSH_ZONE) - Date.now()
}

const findEndpoint = ({ db }: TestServer, { url }: TestBrowser) =>
  db.selectFrom('push_endpoints').selectAll().where('address', '=', url).executeTakeFirst()

const findQueuedPushes = async ({ db }: TestServer, browser: TestBrowser) => {
  const { rows } = await sql<{ id: string; state: string; wait: number }>`
    select j.id, j.state, extract(epoch from j.start_after - now())::float8 as wait from pgboss.job j
    join push_endpoints e on j.data->>'endpointId' = e.id::text
    where j.name = 'push.send' and e.address = ${browser.url} and j.state < 'active'`.execute(db)
  return rows
}

/** Calls of members who use browsers. `getServers` is called at each use, as the server is opened later. */
export const browserPushCalls = (getServers: () => { server: TestServer; service: PushService }) => {
  let people = 0
  const keyOf = async ({ visitor }: Pick<PushMember, 'visitor'>) => (await visitor.call(getPushState)).answer.publicKey
  const pushesTo = ({ id }: TestBrowser) => getServers().service.pushed.filter(({ browser }) => browser.id === id)
  return {
    person: (firstname = 'Matteo') => addPushMember(getServers().server, `push-${++people}`, firstname),
    keyOf,
    register: async (member: Pick<PushMember, 'visitor'>, browser?: TestBrowser, lang: 'fr' | 'en' = 'fr') => {
      const subscribed = browser ?? getServers().service.subscribe(await keyOf(member))
      const { answer } = await member.visitor.call(registerPush, { body: { token: subscribed.token, os: 'web', lang } })
      expect(answer).toMatchObject({ registered: true, lang })
      return subscribed
    },
    isRegistered: async ({ visitor }: Pick<PushMember, 'visitor'>) =>
      (await visitor.call(getPushState)).answer.registered,
    send: (from: PushMember, to: PushMember, text = 'Le code de la porte est 4711') =>
      from.visitor.call(sendMessage, { body: { to: to.userId, text } }),
    pushesTo,
    expectPushed: async (browser: TestBrowser, count = 1) => {
      await getServers().server.settled()
      expect(pushesTo(browser)).toHaveLength(count)
      return pushesTo(browser).at(-1)!
    },
    /** Waits for background work, then expects that the recipient has exactly one notification. */
    expectNotified: async ({ userId }: PushMember) => {
      const { server } = getServers()
      await server.settled()
      const rows = await server.db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute()
      expect(rows).toHaveLength(1)
    },
    /** Runs the catch-up of a server start, which creates missing notifications and pushes for stored content. */
    runCatchUp: async () => {
      const { platform } = getServers().server
      await createMissedNotifications(platform)
      await enqueueMissedPushes(platform)
    },
    endpointOf: (browser: TestBrowser) => findEndpoint(getServers().server, browser),
    queuedFor: (browser: TestBrowser) => findQueuedPushes(getServers().server, browser),
  }
}
