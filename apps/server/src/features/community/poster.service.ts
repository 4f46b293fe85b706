// The poster of a community shows its address, with the registration key for newcomers.
import type { Poster } from '@parvis/contract/admin.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { getRegisterKey, getRegistrationRules } from './community.service.ts'

export const communityUrlOf = async ({ db, site }: Platform, communityId: string): Promise<string> => {
  const { custom_uri } = await db
    .selectFrom('communities')
    .select('custom_uri')
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
  return `${site.origin}/${custom_uri}`
}

/** The poster shows the URL of the community, with the registration key if newcomers can use it and it is legible. */
export const buildPoster = async (platform: Platform, communityId: string): Promise<Poster> => {
  const [communityUrl, { abilities, registersByKey }, registerKey] = await Promise.all([
    communityUrlOf(platform, communityId),
    getRegistrationRules(platform.db, communityId),
    getRegisterKey(platform, communityId),
  ])
  const key = abilities.register || registersByKey ? registerKey.key : null
  return {
    address: communityUrl.replace(/^https?:\/\//, ''),
    link: key === null ? communityUrl : `${communityUrl}/connexion?${new URLSearchParams({ registerkey: key })}`,
    key,
    registers: abilities.register || (registersByKey && key !== null),
  }
}
