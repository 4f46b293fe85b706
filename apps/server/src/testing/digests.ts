import { instantAt } from '@parvis/contract/zoned-time.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { newId } from '../kernel/ids.ts'
import { DAY_MS } from '../kernel/limits/rate-limit.ts'
import { sendDigest } from '../features/digests/send-digest.service.ts'
import { asPerson, newPseudo, type NewPerson } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

const TIMEZONE = 'Europe/Paris'
const HOME = 'les-tilleuls'

/** Returns the first Monday that has not begun yet, in the demo world’s time zone. */
export const nextMonday = (): string => {
  const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  const days = [1, 2, 3, 4, 5, 6, 7].map(ahead => dayAt(Date.now() + ahead * DAY_MS, TIMEZONE))
  return days.find(isMonday)!
}

export const setClock = ({ clock }: Pick<TestServer, 'clock'>, day: string, time: string): void => {
  clock.aheadMs = instantAt(day, time, TIMEZONE) - Date.now()
}

export interface DigestMember {
  visitor: Visitor
  userId: string
  accountId: string
  email: string
  firstname: string
}

/** Signs in a new member whose last visit was some days before the server’s time. */
export const asAbsentMember = async (
  server: TestServer,
  {
    absentDays = 3,
    language = 'fr',
    ...person
  }: Partial<NewPerson> & { absentDays?: number; language?: 'fr' | 'en' } = {},
): Promise<DigestMember> => {
  const { db, platform } = server
  const pseudo = newPseudo()
  const email = `${newId()}@digest.example`
  const one = await asPerson(server, { email, pseudo, community: HOME, ...person })
  const firstname = `Ana${pseudo.slice(-6)}`
  await db
    .updateTable('users')
    .set({ firstname, lastname: 'Roussel', building: 'B', gender: 'F' })
    .where('id', '=', one.userId)
    .execute()
  await db.updateTable('accounts').set({ language }).where('id', '=', one.accountId).execute()
  // The session follows the server’s clock, which may be ahead of the real time.
  const now = platform.clock.now()
  await db.updateTable('sessions').set({ created_at: now, seen_at: now }).where('user_id', '=', one.userId).execute()
  await setLastVisit(server, one.userId, new Date(now.getTime() - absentDays * DAY_MS))
  platform.bus.publish('actor.changed', { userIds: [one.userId] })
  return { ...one, email: person.email ?? email, firstname }
}

export const setLastVisit = async ({ db }: Pick<TestServer, 'db'>, userId: string, seen_at: Date): Promise<void> => {
  await db.updateTable('visits').set({ seen_at }).where('user_id', '=', userId).execute()
}

/** Runs the digest job of this day; returns all digests the member has received, newest first. */
export const sendDigestsTo = async (
  server: TestServer,
  { userId, email }: Pick<DigestMember, 'userId' | 'email'>,
  day: string,
) => {
  await sendDigest(server.platform, { communityId: await server.communityId(HOME), userId, day }, newId())
  return server.mailbox.mails.filter(({ to, list }) => to === email && list)
}
