// Guests read, members read and write; a feature that a community has switched off is available to nobody.
import { canLeave } from '@parvis/contract/leaving.ts'
import { isAdminLike, isMember, isStaff, canOfferDeals, type Role } from '@parvis/contract/roles.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { type Actor, canPost } from '#server/kernel/actor.ts'
import { sessionLifetimeMs } from './access.service.ts'

/** `Max-Age` of the session cookie in seconds: the remaining lifetime of the session. */
export const cookieMaxAgeS = (role: Role, since: Date, now: Date): number =>
  Math.max(0, Math.ceil((since.getTime() + sessionLifetimeMs(role).total - now.getTime()) / 1000))

/** Staff may use a second factor; a former staff member may still use an existing one. */
export const canUseFactor = ({ role, hasSecondFactor }: Pick<Actor, 'role' | 'hasSecondFactor'>): boolean =>
  isStaff(role) || hasSecondFactor

export const isSessionAlive = (
  session: { role: Role; createdAt: Date; seenAt: Date; canLogIn: boolean },
  now: Date,
): boolean => {
  const { idle, total } = sessionLifetimeMs(session.role)
  return (
    session.canLogIn &&
    now.getTime() - session.seenAt.getTime() < idle &&
    now.getTime() - session.createdAt.getTime() < total
  )
}

export const sessionAbilities = (actor: Actor): SessionUser['abilities'] => {
  const canWrite = isMember(actor.role) && !actor.isReadOnly
  return {
    // An advertiser publishes deals if they are enabled, and posts if the community allows it.
    publish: canWrite && (canPost(actor) || actor.role !== 'advertiser' || actor.community.gooddeal),
    post: canWrite && canPost(actor),
    publishActivity: canWrite && actor.role !== 'advertiser',
    publishTemplate: canWrite && isStaff(actor.role),
    createTemplate: canWrite && isStaff(actor.role),
    chat: canWrite,
    // Members may read old messages after a stay and during a suspension.
    readChats: isMember(actor.role),
    // Advertisers may reply, but not start conversations.
    writeToNeighbors: isMember(actor.role) && actor.role !== 'advertiser' && !actor.isReadOnly,
    answer: canWrite,
    flag: canWrite,
    openProfiles: canWrite,
    // Members may edit their profile even after the end of a stay.
    editProfile: isMember(actor.role),
    leave: canLeave(actor.role),
    deleteAccount: canLeave(actor.role),
    // A suspended member is notified of the decision about the suspension.
    beTold: canWrite || (isMember(actor.role) && Boolean(actor.suspendedUntil)),
    useSecondFactor: canUseFactor(actor),
    printPoster: isStaff(actor.role),
    runCommunity: isAdminLike(actor.role),
    runInstallation: actor.role === 'webmaster',
    seeDeals: actor.community.gooddeal,
    writeDeals: canWrite && actor.community.gooddeal && canOfferDeals(actor.role),
    seeWeather: actor.community.weather,
  }
}
