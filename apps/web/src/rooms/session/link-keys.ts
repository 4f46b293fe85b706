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

/** `names`: what the address may call the community. */
export const linkKeyOf = (...names: string[]): string | null => {
  const keys = kept('linkkeys') ?? {}
  for (const name of names) {
    const key: unknown = keys[name.toLowerCase()]
    if (typeof key === 'string' && key) return key
  }
  return null
}
