// Registering needs an e-mail only: its owner gets a link, and fills in the profile after opening it.
import type { Language } from '@parvis/contract/language.ts'
import { checkEmail, checkRegister, plainEmail } from '@parvis/contract/session-rules.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { HALF_HOUR_MS, MINUTE_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { type Entrance, getCommunityEntrance } from '../community/community.service.ts'
import { mustHaveKey } from './register-key.service.ts'
import type { MailKind } from './session.mails.ts'
import { findKnownMember, type KnownMember } from './session.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    register: true
    'password.forgotten': true
  }
}

const HOUR_MS = 60 * MINUTE_MS
/** The least duration of a reply where the existence of accounts is hidden. */
const EVEN_MS = 300

/** Hides the outcome of `work` in the duration of the call. */
const evenly = async <T>(isEven: boolean, work: () => Promise<T>): Promise<T> => {
  if (!isEven) return work()
  const [done] = await Promise.allSettled([work(), wait(EVEN_MS)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** Returns a function to call if no mail was sent: a user who got an error instead may ask for a mail at once. */
const mayBeMailed = async ({ db }: Platform, email: string, address: string): Promise<() => Promise<void>> => {
  await takeHits(db, [{ bucket: `mail-address ${address}`, most: 30, windowMs: HALF_HOUR_MS }])
  return takeHits(db, [{ bucket: `mail-to ${hashSecret(email.toLowerCase())}`, most: 3, windowMs: HOUR_MS }])
}

const orForgiven = async <T>(work: Promise<T>, notMailed: () => Promise<void>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    await notMailed()
    throw error
  }
}

/** Creates the user of a newcomer: the pseudo is its id until the profile is saved. */
export const addNewcomer = async (
  tx: Tx,
  { accountId, community, enabled }: { accountId: string; community: Pick<Entrance, 'id'>; enabled: boolean },
): Promise<string> => {
  const userId = newId()
  await tx
    .insertInto('users')
    .values({
      community_id: community.id,
      id: userId,
      account_id: accountId,
      role: 'neighbor',
      pseudo: userId,
      need_update: true,
      first_login: true,
      enabled_at: enabled ? new Date() : null,
    })
    .execute()
  return userId
}

/**
 * Copies names, gender and birth date from the profile in another community, to be reviewed there; the pseudo is chosen
 * again.
 */
export const copyProfile = async (
  tx: Tx,
  userId: string,
  communityId: string,
  from: { userId: string; communityId: string },
) => {
  const { firstname, lastname, gender, birthdate } = await tx
    .selectFrom('users')
    .select(['firstname', 'lastname', 'gender', 'birthdate'])
    .where('community_id', '=', from.communityId)
    .where('id', '=', from.userId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('users')
    .set({ firstname, lastname, gender, birthdate })
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .execute()
}

interface Registering {
  email: string
  language: Language
  community: Entrance
  actor: Actor | null
  address: string
}

/** What registering an e-mail leads to: a new account, a link to confirm, a further community, or an error. */
export const wayOf = (
  known: KnownMember | undefined,
  { community, actor }: Pick<Registering, 'community' | 'actor'>,
) => {
  if (!known) return 'new'
  if (known.gone) return 'gone'
  if (!known.confirmedAt) return 'anew'
  if (known.userId) return 'here'
  if (!known.home) return 'anew'
  const isTheirs = actor?.accountId === known.accountId
  const isNear = community.organizationId !== null && known.organizationIds.includes(community.organizationId)
  return isTheirs || isNear ? 'joins' : 'elsewhere'
}

/** Registers an unknown or unconfirmed e-mail; otherwise an error or a mail tells that it is known. */
const registerOnce = async (platform: Platform, order: Registering, hide: boolean): Promise<'popup1' | 'popup2'> => {
  const { db } = platform
  const { email, language, community, address } = order
  return inTransaction(db, async (tx, afterCommit) => {
    const known = await findKnownMember(tx, email, community.id)
    const way = wayOf(known, order)
    if (!hide && way === 'here') return fail('alreadyregistereduser', { field: 'email' })
    if (!hide && way === 'elsewhere') return fail('alreadyregistereduserothercommunity', { field: 'email' })
    const accountId = known?.accountId ?? newId()
    const mail = (kind: MailKind, userId: string, communityId = community.id) =>
      platform.jobs.enqueue(tx, afterCommit, 'session.mail', {
        kind,
        accountId,
        communityId,
        userId,
        language,
      })
    const enabled = !community.needApproval
    switch (way) {
      case 'new':
        await tx
          .insertInto('accounts')
          .values({ id: accountId, email, password_hash: null, confirmed_at: null, language })
          .execute()
        await mail('register', await addNewcomer(tx, { accountId, community, enabled }))
        break
      case 'anew':
        await mail('register', known!.userId ?? (await addNewcomer(tx, { accountId, community, enabled })))
        break
      case 'joins': {
        const userId = await addNewcomer(tx, { accountId, community, enabled })
        await copyProfile(tx, userId, community.id, known!.home!)
        await audit(tx, { act: 'register', communityId: community.id, userId, accountId, address })
        // A logged-in owner knows of the account; for others a known e-mail and a new one must look the same.
        if (hide && order.actor?.accountId !== accountId) {
          await mail('here', userId)
          return 'popup2'
        }
        return 'popup1'
      }
      case 'here':
        await mail('here', known!.userId!)
        break
      case 'elsewhere':
        await mail('elsewhere', known!.home!.userId)
        break
      // A departed member returns by undoing the departure, while that is possible.
      case 'gone':
        await mail(known!.gone!.how, known!.gone!.userId, known!.gone!.communityId)
    }
    await audit(tx, { act: 'register', communityId: community.id, accountId, address })
    return 'popup2'
  })
}

const TWICE = '23505'

/** Of two concurrent registrations the second fails, and finds the account of the first when it runs again. */
export const orOnceMore = <T>(register: () => Promise<T>): Promise<T> =>
  register().catch((error: { code?: string }) => {
    if (error.code === TWICE) return register()
    throw error
  })

/**
 * Returns what comes next: `popup2` if a mail is sent, `popup1` if an existing account was added. Throws, in this
 * order: `missingemail`, `invalidemail`, `missingkey`, `error404`, `unauthorized` (no self-registration here),
 * `badneighborhoodkey`, `toomanyrequests`, and unless the existence of accounts is hidden `alreadyregistereduser`,
 * `alreadyregistereduserothercommunity`.
 */
export const registerByEmail = async (
  platform: Platform,
  form: { communityId: string; email?: string; registerkey?: string; lang?: Language },
  actor: Actor | null,
  address: string,
): Promise<'popup1' | 'popup2'> => {
  const { db, settings } = platform
  const broken = checkRegister(form, { needKey: false })
  if (broken) return fail(broken.key, broken)
  const community = await getCommunityEntrance(db, form.communityId)
  if (!community.abilities.register && !(community.registersByKey && community.needKey)) return fail('unauthorized')
  // Before any answer about the e-mail.
  if (community.needKey) await mustHaveKey(platform, community, form.registerkey, address)
  const email = plainEmail(form.email!)
  const notMailed = await mayBeMailed(platform, email, address)
  const hide = settings.hideAccountExistence
  const order: Registering = { email, language: form.lang ?? community.defaultLang, community, actor, address }
  return orForgiven(
    evenly(hide, () => orOnceMore(() => registerOnce(platform, order, hide))),
    notMailed,
  )
}

/**
 * Sends a link to reset the password, or to confirm an unconfirmed account. `unknownemail` without an account, unless
 * that is hidden.
 */
export const forgetPasswordOf = async (
  platform: Platform,
  form: { communityId: string; email?: string; lang?: Language },
  address: string,
): Promise<'popup3'> => {
  const { db, jobs, settings } = platform
  const broken = checkEmail(form.email)
  if (broken) return fail(broken.key, broken)
  const community = await getCommunityEntrance(db, form.communityId)
  const email = plainEmail(form.email!)
  const notMailed = await mayBeMailed(platform, email, address)
  const hide = settings.hideAccountExistence
  const ask = () =>
    inTransaction(db, async (tx, afterCommit): Promise<'popup3'> => {
      const known = await findKnownMember(tx, email, community.id)
      const gone = known?.home ? null : known?.gone
      const own = known?.userId && !known.gone ? { userId: known.userId, communityId: community.id } : known?.home
      const home = gone ?? own
      if (!known || !home) return hide ? 'popup3' : fail('unknownemail', { field: 'email' })
      await jobs.enqueue(tx, afterCommit, 'session.mail', {
        kind: gone ? gone.how : known.confirmedAt ? 'reset' : 'register',
        accountId: known.accountId,
        communityId: home.communityId,
        userId: home.userId,
        language: form.lang ?? community.defaultLang,
      })
      await audit(tx, { act: 'password.forgotten', communityId: home.communityId, accountId: known.accountId, address })
      return 'popup3'
    })
  return orForgiven(evenly(hide, ask), notMailed)
}
