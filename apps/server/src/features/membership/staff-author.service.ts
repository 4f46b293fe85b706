// Posts that the server publishes automatically have a staff member of the community as author.
import { sql } from 'kysely'
import type { PostAuthor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { initialColumn } from '#server/kernel/author.ts'
import { loginColumns } from '#server/kernel/membership.ts'
import { canLogIn } from '../session/access.service.ts'

/** The first employee who joined the community; without one, the first administrator, then the first webmaster. */
export const findStaffAuthor = async (db: Db, communityId: string, now: Date): Promise<PostAuthor | null> => {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      'u.id',
      'u.account_id',
      'u.role',
      'u.gender',
      'u.pseudo',
      'u.firstname',
      initialColumn('u').as('initial'),
      'u.building',
      'u.photo_id',
      'u.company',
      ...loginColumns,
      'c.organization_id',
      'c.timezone',
    ])
    .where('u.community_id', '=', communityId)
    .where('u.role', 'in', ['employee', 'administrator', 'webmaster'])
    // An invited member who has not logged in yet has no name.
    .where('u.first_login', '=', false)
    .orderBy(sql`array_position(array['employee', 'administrator', 'webmaster'], u.role)`)
    .orderBy('u.id')
    .execute()
  const user = rows.find(row => canLogIn(row, row.timezone, now))
  if (!user) return null
  return {
    communityId,
    organizationId: user.organization_id,
    userId: user.id,
    accountId: user.account_id,
    role: user.role,
    gender: user.gender,
    profile: {
      pseudo: user.pseudo,
      firstname: user.firstname,
      initial: user.initial,
      building: user.building,
      photoId: user.photo_id,
      company: user.company,
    },
    community: { timezone: user.timezone },
  }
}
