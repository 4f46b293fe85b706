import { storeInTab, tabStored } from '#web/kernel/device/tab-storage.ts'

/** The interrupted action of a user who is redirected to Apple. */
export interface AppleRedirect {
  registers: boolean
  registerkey: string
  /** The path to return to after the log-in. */
  next?: string
}

declare module '#web/kernel/device/tab-storage.ts' {
  interface TabStored {
    appletrip: AppleRedirect & { communityId: string }
  }
}

export const saveAppleRedirect = (communityId: string, redirect: AppleRedirect): void =>
  storeInTab('appletrip', { ...redirect, communityId })

export const findAppleRedirect = (communityId: string): AppleRedirect | null => {
  const redirect = tabStored('appletrip')
  return redirect?.communityId === communityId ? redirect : null
}

export const clearAppleRedirect = (): void => storeInTab('appletrip', null)
