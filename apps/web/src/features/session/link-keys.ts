import type { CommunityType } from '@parvis/contract/community.ts'
import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'

declare module '#web/kernel/device/tab-storage.ts' {
  interface TabStored {
    /** Registration keys from links, by the community as named in the URL. */
    linkkeys: Record<string, string>
  }
}

/** Stores the key of a link for this tab, so that a later registration in this tab can use the key. */
export const saveLinkKey = (communityUri: string, key: string): void =>
  storeInTab('linkkeys', { ...tabStored('linkkeys'), [communityUri.toLowerCase()]: key })

/** Whether people can register on their own. With the key of a link, they can also join a private neighbourhood. */
export const canRegister = (
  { communitytype, abilities }: { communitytype: CommunityType; abilities: { register: boolean } },
  linkKey: string | null,
): boolean => abilities.register || (linkKey !== null && communitytype === 'Neighborhood')

/** The registration key stored for a community under one of its names in URLs (slug, id); null for none. */
export const findLinkKey = (...names: string[]): string | null => {
  const keys = tabStored('linkkeys') ?? {}
  return names.map(name => keys[name.toLowerCase()]).find(key => typeof key === 'string' && key !== '') ?? null
}
