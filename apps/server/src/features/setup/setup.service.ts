// An installation without a community prints a secret URL at its start. Whoever opens this URL can set it up, once.
import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import {
  validateFirstWebmaster,
  validateFirstCommunity,
  type finishSetup,
  isInvitationOnly,
  type Sign,
} from '@parvis/contract/setup.ts'
import { validatePseudo, MAX_PSEUDO_LENGTH } from '@parvis/contract/profile.ts'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { audit } from '#server/kernel/audit.ts'
import { isCommonPassword } from '#server/kernel/common-passwords.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { advisoryLocks } from '#server/kernel/postgres/advisory-locks.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { SecretBox } from '#server/kernel/secret-box.ts'
import { hashPassword, isSameSecret } from '#server/kernel/secrets.ts'
import { createCommunity, hasNoCommunity, setLogo } from '../community/community.service.ts'
import { storePublicPicture } from '../media/media.service.ts'
import { addFirstWebmaster, type MembershipKey } from '../membership/membership.service.ts'

/** Derived from the secret of the installation, so that the printed URL is the same at every start. */
export const setupSecret = (secretBox: SecretBox): string => secretBox.derive('setup')

/** Throws `error404` for a wrong secret, and for any secret once the installation is set up. */
export const assertSetupSecret = async (
  { db, secretBox }: Platform,
  secret: string,
  ipAddress: string,
): Promise<void> => {
  const refund = await consume(db, [{ bucket: `setup-address ${ipAddress}`, max: 10, windowMs: HALF_HOUR_MS }])
  const isSecretRight = isSameSecret(secret, setupSecret(secretBox))
  if (!isSecretRight || !(await hasNoCommunity(db))) {
    await audit(db, { act: 'setup.failed', address: ipAddress })
    fail('error404')
  }
  await refund()
}

const LOGO_PX = 512
const signFiles: Record<Sign, string> = {
  lake: import.meta.resolve('@parvis/contract/signs/lake.svg'),
  building: import.meta.resolve('@parvis/contract/signs/building.svg'),
  tree: import.meta.resolve('@parvis/contract/signs/tree.svg'),
  tent: import.meta.resolve('@parvis/contract/signs/tent.svg'),
}
const renderSign = async (sign: Sign): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const svg = await readFile(new URL(signFiles[sign]))
  return sharp(svg, { density: 400 }).resize(LOGO_PX, LOGO_PX).png().toBuffer()
}

/** Returns a valid pseudo: first name and initial, or `Webmaster` if these are not a valid pseudo. */
const pseudoFrom = (firstname: string, lastname: string): string => {
  const letters = `${firstname}.${lastname[0] ?? ''}`.replace(/[^\p{L}\p{N}_.-]/gu, '').slice(0, MAX_PSEUDO_LENGTH)
  return validatePseudo(letters) ? 'Webmaster' : letters
}

const isTimezone = (name: string) => Intl.supportedValuesOf('timeZone').includes(name)

/** Creates the webmaster and the first community in one transaction. Returns the `MembershipKey` of the webmaster. */
export const setUpInstallation = async (
  platform: Platform,
  form: Body<typeof finishSetup>,
  ipAddress: string,
): Promise<MembershipKey> => {
  const { db, clock } = platform
  await assertSetupSecret(platform, form.secret, ipAddress)
  assertValid(validateFirstWebmaster(form) ?? validateFirstCommunity(form))
  if (await isCommonPassword(form.password!)) return fail('newpasswordcommon', { field: 'password' })
  const passwordHash = await hashPassword(form.password!)
  const logo = await renderSign(form.sign)
  const isOpen = !isInvitationOnly(form.communitytype)
  // Line breaks and control characters become spaces.
  const singleLine = (value: string | null | undefined) => value?.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null
  const [firstname, lastname] = [singleLine(form.firstname)!, singleLine(form.lastname)!]
  return inTransaction(db, async tx => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.setup})`.execute(tx)
    if (!(await hasNoCommunity(tx))) return fail('error404')
    const communityId = await createCommunity(platform, tx, {
      name: singleLine(form.name)!,
      customUri: form.customUri!.trim(),
      communityType: form.communitytype,
      isPrivate: isOpen && form.wayIn === 'invite',
      registerKey: isOpen && form.wayIn === 'key' ? singleLine(form.key) : null,
      defaultLang: form.lang,
      timezone: form.timezone && isTimezone(form.timezone) ? form.timezone : 'Europe/Paris',
      ipAddress: singleLine(form.address),
      zipCode: singleLine(form.zipCode),
      city: singleLine(form.city),
      longitude: form.longitude,
      latitude: form.latitude,
      isDefault: true,
    })
    const founder = await addFirstWebmaster(
      tx,
      {
        communityId,
        email: normalizeEmail(form.email!),
        passwordHash,
        firstname,
        lastname,
        pseudo: pseudoFrom(firstname, lastname),
        language: form.lang,
      },
      clock.now(),
    )
    await setLogo(tx, communityId, await storePublicPicture(platform, tx, founder, logo))
    await audit(tx, { act: 'installation.set-up', ...founder, address: ipAddress })
    return founder
  })
}
