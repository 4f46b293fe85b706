// Data export of an account, and of the ways to log in to it.
import { type ExportFile, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { findFactor } from '../second-factor/second-factor.service.ts'

const findAccount = async (db: Db, accountId: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'email_to_confirm', 'language', 'created_at', 'confirmed_at', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const apple = await db.selectFrom('apple_subjects').select('created_at').where('account_id', '=', accountId).execute()
  const factor = await findFactor(db, accountId)
  const devices = await db.selectFrom('known_devices').select('seen_at').where('account_id', '=', accountId).execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['device', 'created_at', 'seen_at'])
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .execute()
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
