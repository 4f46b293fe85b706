// Registering needs only an e-mail: its owner receives a link, and fills in the profile after opening the link.
import type { Language } from '@parvis/contract/language.ts'
import { validateEmail, validateRegistration, normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume, HOUR_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { type RegistrationRules, getRegistrationRules } from '../community/community.service.ts'
import { assertRegisterKey } from './register-key.service.ts'
import type { MailKind } from './entry-mail-text.ts'
import { addAccount, addNewcomer, findProfileToCopy } from '../membership/account.service.ts'
import { findKnownMember, type KnownMember } from '../membership/known-member.service.ts'

/** Minimum duration of a reply if the existence of accounts is hidden, so that the duration does not reveal them. */
const MIN_DURATION_MS = 300

const withMinDuration = async <T>(isEnabled: boolean, work: () => Promise<T>): Promise<T> => {
  if (!isEnabled) return work()
  const [settled] = await Promise.allSettled([work(), wait(MIN_DURATION_MS)])
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/**
 * Counts a mail. Returns a function that takes back the count for the recipient. The function is called if no mail was
 * sent, so that a mail may be requested at once after an error.
 */
const limitMails = async ({ db }: Platform, email: string, address: string): Promise<() => Promise<void>> => {
  await consume(db, [{ bucket: `mail-address ${address}`, max: 30, windowMs: HALF_HOUR_MS }])
  return consume(db, [{ bucket: `mail-to ${hashSecret(email.toLowerCase())}`, max: 3, windowMs: HOUR_MS }])
}

const refundOnError = async <T>(work: Promise<T>, refund: () => Promise<void>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    await refund()
    throw error
  }
}

interface Registration {
  email: string
  language: Language
  community: RegistrationRules
  actor: Actor | null
  address: string
}

/**
 * How to register an identity. `new`: no account; `gone`: departed; `restart`: not confirmed, or in no community;
 * `here`: member of this community; `joins`: becomes one; `elsewhere`: member of other communities only.
 */
export const classifyRegistration = (
  known: KnownMember | undefined,
  { community, actor }: Pick<Registration, 'community' | 'actor'>,
) => {
  if (!known) return 'new'
  if (known.gone) return 'gone'
  if (!known.confirmedAt) return 'restart'
  if (known.userId) return 'here'
  if (!known.home) return 'restart'
  const isOwner = actor?.accountId === known.accountId
  const isSameOrganization =
    community.organizationId !== null && known.organizationIds.includes(community.organizationId)
  return isOwner || isSameOrganization ? 'joins' : 'elsewhere'
}

/** Registers a new or unconfirmed e-mail; for a confirmed one, adds a membership, throws an error or sends a mail. */
const registerInTransaction = async (
  platform: Platform,
  registration: Registration,
  isExistenceHidden: boolean,
): Promise<'popup1' | 'popup2'> => {
  const { email, language, community, address } = registration
  return inTransaction(platform.db, async (tx, afterCommit) => {
    const known = await findKnownMember(tx, email, community.id)
    const outcome = classifyRegistration(known, registration)
    if (!isExistenceHidden && outcome === 'here') return fail('alreadyregistereduser', { field: 'email' })
    if (!isExistenceHidden && outcome === 'elsewhere')
      return fail('alreadyregistereduserothercommunity', { field: 'email' })
    const accountId = known?.accountId ?? (await addAccount(tx, { email, language }))
    const newcomer = { accountId, communityId: community.id, enabled: !community.needApproval }
    const mail = (kind: MailKind, userId: string, communityId = community.id) =>
      platform.jobs.enqueue(tx, afterCommit, 'session.mail', {
        kind,
        accountId,
        communityId,
        userId,
        language,
      })
    switch (outcome) {
      case 'new':
      case 'restart':
        await mail('register', known?.userId ?? (await addNewcomer(tx, newcomer)))
        break
      case 'joins': {
        const userId = await addNewcomer(tx, { ...newcomer, profile: await findProfileToCopy(tx, known!.home!) })
        await audit(tx, { act: 'register', communityId: community.id, userId, accountId, address })
        // The logged-in owner knows of the account; for others, a known e-mail and a new one must look the same.
        if (isExistenceHidden && registration.actor?.accountId !== accountId) {
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
      // A departed member receives a mail with which the departure can be undone.
      case 'gone':
        await mail(known!.gone!.how, known!.gone!.userId, known!.gone!.communityId)
    }
    await audit(tx, { act: 'register', communityId: community.id, accountId, address })
    return 'popup2'
  })
}

const UNIQUE_VIOLATION = '23505'

/** Retries once: the second of two concurrent registrations fails, and then finds the account of the first. */
export const retryOnUniqueViolation = <T>(register: () => Promise<T>): Promise<T> =>
  register().catch((error: { code?: string }) => {
    if (error.code === UNIQUE_VIOLATION) return register()
    throw error
  })

/**
 * Returns `popup2` if a mail is sent, `popup1` if only a membership was added. Throws, in this order: `missingemail`,
 * `invalidemail`, `missingkey`, `error404`, `unauthorized` (no self-registration in this community),
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
  assertValid(validateRegistration(form, { needKey: false }))
  const community = await getRegistrationRules(db, form.communityId)
  if (!community.abilities.register && !(community.registersByKey && community.needKey)) return fail('unauthorized')
  // Checked first, so that no answer about the e-mail is given without the registration key.
  if (community.needKey) await assertRegisterKey(platform, community, form.registerkey, address)
  const email = normalizeEmail(form.email!)
  const refund = await limitMails(platform, email, address)
  const isExistenceHidden = settings.hideAccountExistence
  const registration: Registration = { email, language: form.lang ?? community.defaultLang, community, actor, address }
  return refundOnError(
    withMinDuration(isExistenceHidden, () =>
      retryOnUniqueViolation(() => registerInTransaction(platform, registration, isExistenceHidden)),
    ),
    refund,
  )
}

/**
 * Mails a link to reset the password, to confirm the e-mail or to undo a departure. Throws `unknownemail` without an
 * account, unless the existence of accounts is hidden.
 */
export const requestPasswordReset = async (
  platform: Platform,
  form: { communityId: string; email?: string; lang?: Language },
  address: string,
): Promise<'popup3'> => {
  const { db, jobs, settings } = platform
  assertValid(validateEmail(form.email))
  const community = await getRegistrationRules(db, form.communityId)
  const email = normalizeEmail(form.email!)
  const refund = await limitMails(platform, email, address)
  const isExistenceHidden = settings.hideAccountExistence
  const ask = () =>
    inTransaction(db, async (tx, afterCommit): Promise<'popup3'> => {
      const known = await findKnownMember(tx, email, community.id)
      const gone = known?.home ? null : known?.gone
      const membership =
        known?.userId && !known.gone ? { userId: known.userId, communityId: community.id } : known?.home
      const home = gone ?? membership
      if (!known || !home) return isExistenceHidden ? 'popup3' : fail('unknownemail', { field: 'email' })
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
  return refundOnError(withMinDuration(isExistenceHidden, ask), refund)
}
