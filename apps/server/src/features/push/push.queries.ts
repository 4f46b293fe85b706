import type { Language } from '@parvis/contract/language.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { Device } from './device.ts'

/** The language that the device of a session is told in; undefined where it is not registered. */
export const findLanguage = async (db: Db, sessionId: string): Promise<Language | undefined> =>
  (await db.selectFrom('push_endpoints').select('language').where('session_id', '=', sessionId).executeTakeFirst())
    ?.language

/** A browser or an app that is told, and the latest news of a subject that its push service has taken. */
export interface Browser extends Device {
  sessionId: string
  language: Language
  sentId: string | null
  failingSince: Date | null
  restsUntil: Date | null
}

/** Undefined for one that is not registered any more. */
export const findBrowser = (db: Db, endpointId: string, subjectId: string): Promise<Browser | undefined> =>
  db
    .selectFrom('push_endpoints as e')
    .leftJoin('push_news as n', join => join.onRef('n.endpoint_id', '=', 'e.id').on('n.subject_id', '=', subjectId))
    .select([
      'e.session_id as sessionId',
      'e.os',
      'e.address',
      'e.p256dh',
      'e.auth',
      'e.language',
      'n.sent_id as sentId',
    ])
    .select(['e.failing_since as failingSince', 'e.rests_until as restsUntil'])
    .where('e.id', '=', endpointId)
    .executeTakeFirst()

/** How a community is called, the first word of its addresses, and its clocks. */
export const getPlace = (db: Db, communityId: string) =>
  db
    .selectFrom('communities')
    .select(['name', 'custom_uri', 'timezone'])
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
