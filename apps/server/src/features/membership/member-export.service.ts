// Data export of the user that an account has in one community.
import { bothLanguages, createExportFile, type ExportFile, type ExportSubject } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { hiddenUserIdsColumn } from '#server/kernel/blocked-users.ts'
import { departedUserIdsColumn } from '#server/kernel/membership.ts'
import { findHiddenProfiles } from './hidden-profile.service.ts'

export const exportProfile = (db: Db, { communityId, userId }: ExportSubject): ExportFile =>
  createExportFile('profile', async () => {
    const row = await db
      .selectFrom('users as u')
      .innerJoin('communities as c', 'c.id', 'u.community_id')
      .selectAll('u')
      .select('c.name')
      .where('u.community_id', '=', communityId)
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow()
    const hidden = await findHiddenProfiles(db, { communityId, userId })
    const visit = await db
      .selectFrom('visits')
      .select('seen_at')
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return [
      {
        community: row.name,
        role: row.role,
        nickname: row.pseudo,
        firstname: row.firstname,
        lastname: row.lastname,
        company: row.company ?? undefined,
        gender: row.gender,
        birthdate: row.birthdate,
        description: bothLanguages(row.description, row.description_en),
        job: row.job,
        phone: row.phone,
        address: row.address,
        zipCode: row.zip_code,
        city: row.city,
        building: row.building,
        floor: row.floor,
        apartmentNumber: row.apartment_number,
        buildingAccess: row.building_access,
        hobbies: row.hobbies,
        hiddenByTheTeam: hidden.map(({ content, photo_id }) => ({
          description: bothLanguages(content.description, content.description_en),
          job: content.job,
          picture: photo_id && `pictures/${photo_id}.webp`,
        })),
        wordToTheTeam: row.word ?? undefined,
        picture: row.photo_id && `pictures/${row.photo_id}.webp`,
        memberSince: row.created_at,
        memberUntil: row.member_until ?? undefined,
        lastHere: visit?.seen_at,
      },
    ]
  })

export const findAccountUsers = (db: Db, accountId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.community_id as communityId', 'u.id as userId', 'c.name'])
    .select([hiddenUserIdsColumn('u').as('blockedIds'), departedUserIdsColumn.as('goneIds')])
    .where('u.account_id', '=', accountId)
    // The data of a user who left less than a week ago is not erased yet.
    .where('u.erased_at', 'is', null)
    .orderBy('c.name')
    .execute()
