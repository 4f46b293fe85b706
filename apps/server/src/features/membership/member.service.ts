// Members change their own profile; their role and whether they may log in are changed by the team.
import type { Language } from '@parvis/contract/language.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { findMinors } from '#server/kernel/minors.ts'
import { findKnownMember } from './known-member.service.ts'

export const getMember = (db: Db, { communityId, userId }: Pick<Actor, 'communityId' | 'userId'>) =>
  db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      'u.pseudo',
      'u.firstname',
      'u.lastname',
      'u.gender',
      'u.birthdate',
      'u.photo_id',
      'u.address',
      'u.zip_code',
      'u.city',
      'u.building',
      'u.floor',
      'u.apartment_number',
      'u.phone',
      'u.description',
      'u.description_en',
      'u.job',
      'u.building_access',
      'u.hobbies',
      'u.company',
      'u.created_at',
      'u.need_update',
      'u.first_login',
      'u.enabled_at',
      'u.word',
      'u.suspended_until',
      'a.password_hash',
      'a.email',
      'a.email_to_confirm',
      'c.need_approval',
    ])
    // Values of the account in other communities; of several birth dates the latest, which makes the member youngest.
    .select(({ selectFrom, exists }) => {
      const others = selectFrom('users as o')
        .whereRef('o.account_id', '=', 'u.account_id')
        .whereRef('o.id', '<>', 'u.id')
      return [
        others.select(({ fn }) => fn.max('o.birthdate').as('birthdate')).as('birthdate_elsewhere'),
        exists(others.select('o.id').where('o.first_login', '=', false)).as('is_saved_elsewhere'),
      ]
    })
    .where('u.community_id', '=', communityId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Like `getMember`, with locks, so that concurrent saves wait for each other. Throws `nosession` after a departure. */
export const lockMember = async (
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'communityId' | 'userId'>,
): Promise<Member> => {
  // Locks the account before the user, as a departure does: the reverse order could deadlock. The lock is weaker than
  // that of a deletion, so that a session may be opened meanwhile.
  await tx.selectFrom('accounts').select('id').where('id', '=', actor.accountId).forNoKeyUpdate().execute()
  const locked = await tx
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', actor.communityId)
    .where('id', '=', actor.userId)
    .where('gone_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked ? getMember(tx, actor) : fail('nosession')
}

/** Locks the author of content, who cannot leave until the commit. Must be called before the content is locked. */
export const lockAuthor = async (
  tx: Tx,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<void> => {
  await tx
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .forKeyShare()
    .execute()
}

export type Member = Awaited<ReturnType<typeof getMember>>

export type MemberChange = Partial<
  Pick<
    Member,
    | 'pseudo'
    | 'firstname'
    | 'lastname'
    | 'gender'
    | 'birthdate'
    | 'photo_id'
    | 'address'
    | 'zip_code'
    | 'city'
    | 'building'
    | 'floor'
    | 'apartment_number'
    | 'phone'
    | 'description'
    | 'description_en'
    | 'job'
    | 'building_access'
    | 'hobbies'
    | 'word'
    | 'need_update'
    | 'first_login'
  >
>

const isPseudoTaken = (error: unknown) => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'users_pseudo'
}

/**
 * Saves a change of a user and publishes it. Throws `pseudoduplicate` if another member of the community has the same
 * pseudo.
 */
export const saveMember = async (
  { bus, clock, settings }: Pick<Platform, 'bus' | 'clock' | 'settings'>,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  { communityId, userId, channelIds }: Pick<Actor, 'communityId' | 'userId' | 'channelIds'>,
  change: MemberChange,
): Promise<void> => {
  const isMinor = async () => (await findMinors({ db: tx, clock, settings }, communityId, [userId])).has(userId)
  const { first_login: isNew } = await tx
    .selectFrom('users')
    .select('first_login')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const wasMinor = !isNew && (await isMinor())
  await tx
    .updateTable('users')
    .set(change)
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .execute()
    .catch(error => (isPseudoTaken(error) ? fail('pseudoduplicate', { field: 'pseudo' }) : Promise.reject(error)))
  const hasMinorChanged = (await isMinor()) !== wasMinor
  afterCommit(() => {
    // Guests may not see minors: if the user has become a minor or an adult, the sessions of the community are reloaded
    // too.
    bus.publish('actor.changed', { userIds: [userId], ...(hasMinorChanged && { communityIds: [communityId] }) })
    bus.publish('display.changed', { ids: [userId] })
    bus.publish('author.changed', { userId, communityId, channelIds })
  })
}

const LANGUAGES_PER_MINUTE = 20

export const saveLanguage = async (
  { db }: Pick<Platform, 'db'>,
  { accountId }: Pick<Actor, 'accountId'>,
  language: Language,
): Promise<void> => {
  await recordAttempts(db, [{ bucket: `language ${accountId}`, max: LANGUAGES_PER_MINUTE, windowMs: MINUTE_MS }])
  await db.updateTable('accounts').set({ language }).where('id', '=', accountId).execute()
}

/**
 * Mails a confirmation link to a new e-mail. If another account has the e-mail, throws `alreadyregistereduser`, or
 * sends nothing if the existence of accounts is hidden.
 */
export const requestEmailConfirmation = async (
  { jobs, settings }: Platform,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  actor: Actor,
  email: string,
): Promise<void> => {
  const { accountId, communityId, userId } = actor
  const isTaken = (await findKnownMember(tx, email, communityId)) !== undefined
  if (isTaken && !settings.hideAccountExistence) fail('alreadyregistereduser', { field: 'email' })
  await audit(tx, { act: 'email.asked', ...auditActor(actor) })
  await tx.updateTable('accounts').set({ email_to_confirm: email }).where('id', '=', accountId).execute()
  if (!isTaken) await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'email', accountId, communityId, userId })
}

/** Whether no other member of the community has this pseudo, compared without case and accents. */
export const isPseudoFree = async (db: Db, { communityId, userId }: Actor, pseudo: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', communityId)
    .where(eb => eb(eb.fn('fold_name', ['pseudo']), '=', eb.fn('fold_name', [eb.val(pseudo)])))
    .where('id', '<>', userId)
    .executeTakeFirst()) === undefined
