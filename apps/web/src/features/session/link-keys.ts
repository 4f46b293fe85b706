import type { CommunityType } from '@parvis/contract/community.ts'
import { keep, kept } from '#web/kernel/device/kept.ts'

declare module '#web/kernel/device/kept.ts' {
  interface Kept {
    /** register keys that came with a link, by the community whose link it was, as its address names it */
    linkkeys: Record<string, string>
  }
}

/** The key of a link stays with the tab: whoever looks at the landing first finds it in the form. */
export const keepLinkKey = (c: string, key: string): void =>
  keep('linkkeys', { ...kept('linkkeys'), [c.toLowerCase()]: key })

/** Whether somebody may register by themselves: a link's key opens a private neighbourhood too. */
export const mayRegister = (
  { communitytype, abilities }: { communitytype: CommunityType; abilities: { register: boolean } },
  linkKey: string | null,
): boolean => abilities.register || (linkKey !== null && communitytype === 'Neighborhood')

/** `names`: what the address may call the community. */
export const linkKeyOf = (...names: string[]): string | null => {
  const keys = kept('linkkeys') ?? {}
  for (const name of names) {
    const key: unknown = keys[name.toLowerCase()]
    if (typeof key === 'string' && key) return key
  }
  return null
}
