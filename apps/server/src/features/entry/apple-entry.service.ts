// Signing in with Apple opens the account that is linked to the Apple subject, and links it at the first sign-in.
import type { Language } from '@parvis/contract/language.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { type RegistrationRules, getRegistrationRules } from '../community/community.service.ts'
import { type AppleIdentity, consumeNonce } from './apple-token.service.ts'
import type { Caller } from './counted-attempt.service.ts'
import type { AuthenticatedUser } from '../session/complete-log-in.service.ts'
import { auditLogin } from './log-in.service.ts'
import { assertRegisterKey } from './register-key.service.ts'
import { retryOnUniqueViolation, classifyRegistration } from './register.service.ts'
import { verifyFactorWithoutPassword } from './log-in-factor.service.ts'
import { assertAdmitted, findMembership } from '../session/access.service.ts'
import { addAccount, addNewcomer, confirmAccount, findProfileToCopy } from '../membership/account.service.ts'
import { findKnownMember, type KnownMember } from '../membership/known-member.service.ts'
import { findAppleAccountId } from './entry.queries.ts'

/**
 * Finds the account that is linked to the Apple subject. For a new subject it is the account with the same e-mail, but
 * only if Apple has verified the e-mail: whoever reads that mailbox could reset the password anyway.
 */
const findLinkedAccount = async (tx: Tx, { subject, email }: AppleIdentity, communityId: string) => {
  const accountId = await findAppleAccountId(tx, subject)
  if (accountId) return { isLinked: true, known: await findKnownMember(tx, { accountId }, communityId) }
  return { isLinked: false, known: email === null ? undefined : await findKnownMember(tx, email, communityId) }
}

/**
 * Links an Apple subject to an account. Mails the owner of a confirmed account; confirms an unconfirmed account, for
 * which nobody has chosen a password yet.
 */
const linkSubject = async (
  { jobs, clock }: Platform,
  { tx, afterCommit }: TransactionContext,
  { subject }: AppleIdentity,
  { accountId, confirmedAt }: Pick<KnownMember, 'accountId' | 'confirmedAt'>,
  communityId: string,
) => {
  await tx.insertInto('apple_subjects').values({ subject, account_id: accountId }).execute()
  if (confirmedAt) await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'apple', accountId, communityId })
  else await confirmAccount(tx, accountId, clock.now())
  await audit(tx, { act: 'apple.tied', communityId, accountId })
}

/**
 * Returns the user of the account in this community. Throws `unauthorized` if there is none or the stay is over,
 * `popup4` if the user is disabled or not yet approved.
 */
const getAdmittedUser = async (
  { clock }: Platform,
  tx: Tx,
  accountId: string,
  community: RegistrationRules,
): Promise<AuthenticatedUser> => {
  const user = assertAdmitted(await findMembership(tx, accountId, community.id), clock.now())
  return { accountId, communityId: community.id, userId: user.id }
}

/**
 * Calls `work` in the transaction that consumes the nonce: after an error, such as a wrong code, the nonce is still
 * valid.
 */
const withNonce = <T>(
  { db, clock }: Platform,
  { nonceHash }: AppleIdentity,
  work: (work: TransactionContext) => Promise<T>,
) =>
  retryOnUniqueViolation(() =>
    inTransaction(db, async (tx, afterCommit) => {
      if (!(await consumeNonce(tx, nonceHash, clock.now()))) return fail('appleerror')
      return work({ tx, afterCommit })
    }),
  )

/**
 * Throws, in this order: `error404` (no such community), the errors of `readIdentity`, `appleerror` (an expired or used
 * nonce), `unknown`, `unauthorized` (no membership in this community), `popup4`, `codemissing`, `badcode`.
 */
export const authenticateByApple = async (
  platform: Platform,
  { communityId, code }: { communityId: string; code?: string },
  readIdentity: () => Promise<AppleIdentity>,
  caller: Caller,
): Promise<AuthenticatedUser> => {
  const community = await getRegistrationRules(platform.db, communityId)
  const identity = await readIdentity()
  const proven = await withNonce(platform, identity, async context => {
    const { isLinked, known } = await findLinkedAccount(context.tx, identity, community.id)
    if (!known) return fail('unknown')
    const admitted = await getAdmittedUser(platform, context.tx, known.accountId, community)
    const factor = await verifyFactorWithoutPassword(platform, admitted, code, caller)
    if (!isLinked) await linkSubject(platform, context, identity, known, community.id)
    return { ...admitted, ...factor }
  })
  await auditLogin(platform.db, proven, caller.address)
  return proven
}

export interface AppleSignUp {
  communityId: string
  registerkey?: string
  lang?: Language
  code?: string
}

const trimName = (name: string | undefined) => name?.trim().slice(0, MAX_NAME_LENGTH) || null

/** The account to which an Apple identity belongs, and whether they are linked already. */
type LinkedAccount = Awaited<ReturnType<typeof findLinkedAccount>>

/** Logs in the existing user of `known`, and links the Apple subject at the first sign-in. */
const logInExistingUser = async (
  platform: Platform,
  context: TransactionContext,
  { identity, isLinked, known }: { identity: AppleIdentity; isLinked: boolean; known: KnownMember },
  community: RegistrationRules,
  code: string | undefined,
  caller: Caller,
): Promise<AuthenticatedUser> => {
  const admitted = await getAdmittedUser(platform, context.tx, known.accountId, community)
  const factor = await verifyFactorWithoutPassword(platform, admitted, code, caller)
  if (!isLinked) await linkSubject(platform, context, identity, known, community.id)
  await audit(context.tx, { act: 'login', ...admitted, address: caller.address })
  return { ...admitted, ...factor }
}

/** Creates the account of a newcomer unless there is one, and links it to the Apple subject; returns its id. */
const ensureLinkedAccount = async (
  platform: Platform,
  context: TransactionContext,
  { identity, isLinked, known }: LinkedAccount & { identity: AppleIdentity },
  { communityId, language }: { communityId: string; language: Language },
): Promise<string> => {
  const { tx } = context
  if (known) {
    if (!isLinked) await linkSubject(platform, context, identity, known, communityId)
    return known.accountId
  }
  const accountId = await addAccount(tx, { email: identity.email, confirmedAt: platform.clock.now(), language })
  await tx.insertInto('apple_subjects').values({ subject: identity.subject, account_id: accountId }).execute()
  return accountId
}

/**
 * Registers an Apple identity, by the rules for registering by e-mail; the e-mail needs no confirmation. An existing
 * member is logged in. Throws, in this order: `error404`, `unauthorized` (no self-registration in this community),
 * `missingkey`, `badneighborhoodkey`, the errors of `readIdentity`, `appleerror`,
 * `alreadyregistereduserothercommunity`, `popup4`, `applenomail`; for an existing account, `codemissing` and `badcode`.
 */
export const registerByApple = async (
  platform: Platform,
  form: AppleSignUp,
  readIdentity: () => Promise<AppleIdentity>,
  actor: Actor | null,
  caller: Caller,
): Promise<AuthenticatedUser> => {
  const { address } = caller
  const community = await getRegistrationRules(platform.db, form.communityId)
  if (!community.abilities.register && !(community.registersByKey && community.needKey)) return fail('unauthorized')
  // Checked first, so that no answer about the identity is given without the registration key.
  if (community.needKey) await assertRegisterKey(platform, community, form.registerkey, address)
  const identity = await readIdentity()
  const language = form.lang ?? community.defaultLang
  const enabled = !community.needApproval

  return withNonce(platform, identity, async context => {
    const { tx } = context
    const { isLinked, known } = await findLinkedAccount(tx, identity, community.id)
    const outcome = classifyRegistration(known, { community, actor })
    // A departed member can return only by the undo link in their mail.
    if (outcome === 'gone') return fail('unauthorized')
    // An account that is a member of no community may join here.
    if (outcome === 'elsewhere' && known?.home) return fail('alreadyregistereduserothercommunity')
    if (outcome === 'here' || known?.userId)
      return logInExistingUser(platform, context, { identity, isLinked, known: known! }, community, form.code, caller)
    if (!known && identity.email === null) return fail('applenomail')
    const { fullName } = identity
    const communityId = community.id
    const factor =
      known &&
      (await verifyFactorWithoutPassword(platform, { accountId: known.accountId, communityId }, form.code, caller))
    const accountId = await ensureLinkedAccount(
      platform,
      context,
      { identity, isLinked, known },
      { communityId, language },
    )
    const profile =
      known?.home && outcome === 'joins'
        ? await findProfileToCopy(tx, known.home)
        : { firstname: trimName(fullName?.givenName), lastname: trimName(fullName?.familyName) }
    const userId = await addNewcomer(tx, { accountId, communityId, enabled, profile })
    const proven = { accountId, communityId, userId }
    await audit(tx, { act: 'register', ...proven, address })
    return { ...proven, ...factor }
  })
}
