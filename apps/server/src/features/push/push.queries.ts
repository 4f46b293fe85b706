import type { Language } from '@parvis/contract/language.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { Device } from './device.ts'

export const findEndpointLanguage = async (db: Db, sessionId: string): Promise<Language | undefined> =>
  (await db.selectFrom('push_endpoints').select('language').where('session_id', '=', sessionId).executeTakeFirst())
    ?.language

export interface PushEndpoint extends Device {
  sessionId: string
  language: Language
  sentId: string | null
  failingSince: Date | null
  restsUntil: Date | null
}

export const findPushEndpoint = (db: Db, endpointId: string, subjectId: string): Promise<PushEndpoint | undefined> =>
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

export const getCommunitySummary = (db: Db, communityId: string) =>
  db
    .selectFrom('communities')
    .select(['name', 'custom_uri', 'timezone'])
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
