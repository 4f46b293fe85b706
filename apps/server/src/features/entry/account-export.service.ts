// Data export of an account and of its user in one community.
import type { ExportFile, ExportSubject } from '#server/kernel/data-export.ts'
import { bothLanguages, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { hiddenUserIdsColumn } from '../session/blocked.columns.ts'
import { departedUserIdsColumn } from '../session/membership.columns.ts'
import { findHiddenProfiles } from '../membership/hidden-profile.service.ts'
import { findFactor } from '../second-factor/second-factor.service.ts'
import { findAccountSessions } from '../session/session.queries.ts'

const findAccount = async (db: Db, accountId: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'email_to_confirm', 'language', 'created_at', 'confirmed_at', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const apple = await db.selectFrom('apple_subjects').select('created_at').where('account_id', '=', accountId).execute()
  const factor = await findFactor(db, accountId)
  const devices = await db.selectFrom('known_devices').select('seen_at').where('account_id', '=', accountId).execute()
  const sessions = await findAccountSessions(db, accountId)
  return {
    email: account.email,
    emailToConfirm: account.email_to_confirm ?? undefined,
    language: account.language,
    openedAt: account.created_at,
    confirmedAt: account.confirmed_at,
    hasPassword: account.password_hash !== null,
    opensWithAppleSince: apple[0]?.created_at,
    secondFactorSince: factor?.since ?? undefined,
    knownDevices: devices.map(({ seen_at }) => ({ lastUsed: seen_at })),
    signedIn: sessions.map(({ device, created_at, seen_at }) => ({ device, since: created_at, lastUsed: seen_at })),
  }
}

export const exportAccount = (db: Db, accountId: string): ExportFile =>
  createExportFile('account', async () => [await findAccount(db, accountId)])

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
