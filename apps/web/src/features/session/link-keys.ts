import type { CommunityType } from '@parvis/contract/community.ts'
import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'

declare module '#web/kernel/device/tab-storage.ts' {
  interface TabStored {
    /** Registration keys from links, by the community as named in the URL. */
    linkkeys: Record<string, string>
  }
}

/** Stores the key of a link for this tab, so that it is filled in after a visit to the landing page. */
export const saveLinkKey = (c: string, key: string): void =>
  storeInTab('linkkeys', { ...tabStored('linkkeys'), [c.toLowerCase()]: key })

/** Whether people can register by themselves. The key of a link also opens a private neighbourhood. */
export const canRegister = (
  { communitytype, abilities }: { communitytype: CommunityType; abilities: { register: boolean } },
  linkKey: string | null,
): boolean => abilities.register || (linkKey !== null && communitytype === 'Neighborhood')

/** `names`: the slug and id that a URL may use for the community. */
export const findLinkKey = (...names: string[]): string | null => {
  const keys = tabStored('linkkeys') ?? {}
  for (const name of names) {
    const key: unknown = keys[name.toLowerCase()]
    if (typeof key === 'string' && key) return key
  }
  return null
}
