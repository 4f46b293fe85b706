import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { authorColumn } from '#server/kernel/author.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'

/** Returns active staff who have logged in, ordered by when they joined. */
export const findStaff = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  communityId: string,
  { hiddenUserIds }: Actor,
) =>
  db
    .selectFrom('users as u')
    .select([authorColumn('u', currentAgeRule({ clock, settings })).as('author'), 'u.job'])
    .where('u.community_id', '=', communityId)
    .where('u.role', 'in', ['employee', 'administrator', 'webmaster'])
    .where('u.enabled_at', 'is not', null)
    .where('u.disabled_at', 'is', null)
    .where('u.need_update', '=', false)
    .where('u.first_login', '=', false)
    .$if(hiddenUserIds.length > 0, query => query.where('u.id', 'not in', [...hiddenUserIds]))
    .orderBy('u.id')
    .execute()

export type StaffRow = Awaited<ReturnType<typeof findStaff>>[number]
