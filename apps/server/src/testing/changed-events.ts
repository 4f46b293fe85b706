import { listMessages } from '@parvis/contract/chat.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { listTemplateCategories } from '@parvis/contract/templates.ts'
import { sql } from 'kysely'
import { MIN_NOTICE_INTERVAL_MS } from '../features/feed/change-notice.service.ts'
import { userIdOf } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export const emailOf = async ({ db }: TestServer, visitor: Visitor): Promise<string> =>
  (
    await db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .select('a.email')
      .where('u.id', '=', await userIdOf(visitor))
      .executeTakeFirstOrThrow()
  ).email!

export const findActivityTemplate = async (visitor: Visitor): Promise<string> => {
  const categories = (await visitor.call(listTemplateCategories)).answer
  return categories.flatMap(one => one.templates).find(({ type }) => type === 'Activity')!._id
}

/** Returns the viewer’s notifications about changed and cancelled posts. */
export const listChangeNotifications = async ({ platform }: TestServer, visitor: Visitor) => {
  await platform.jobs.whenIdle()
  const { docs } = (await visitor.call(listNotifications)).answer
  return docs.filter(({ kind }) => kind === 'changed' || kind === 'calledoff')
}

export const listMailsTo = async ({ platform, mailbox }: TestServer, email: string) => {
  await platform.jobs.whenIdle()
  return mailbox.mails.filter(({ to }) => to === email)
}

/** Advances the clock by ten minutes and makes the delayed notice about a changed post due. */
export const makeDelayedNoticeDue = async ({ clock, db }: TestServer, eventId: string): Promise<void> => {
  clock.aheadMs += MIN_NOTICE_INTERVAL_MS
  await sql`update pgboss.job set start_after = now() where name = 'event.change' and state < 'active' and data ->> 'eventId' = ${eventId}`.execute(
    db,
  )
}

/** Returns the types of the system messages in the group conversation of a post. */
export const listSystemMessages = async (eventId: string, visitor: Visitor) =>
  (await visitor.call(listMessages, { query: { eventId } })).answer.docs.flatMap(
    message => ('messageType' in message && message.messageType) || [],
  )
