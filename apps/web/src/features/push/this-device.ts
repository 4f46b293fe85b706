import type { PushOs, PushState } from '@parvis/contract/push.ts'
import { thisBrowser } from './this-browser.ts'
import { thisPhone } from './this-phone.ts'

/** Whether it can show what is pushed: Apple's browsers can once the app is installed. */
export type PushSupport = 'ready' | 'install' | 'none'

/** What shows pushes here, be it a browser or a phone with the app. */
export interface ThisDevice {
  support(): PushSupport
  /** Whether the server sends to devices like this one. */
  isServed(state: PushState): boolean
  /** As it is known; `denied` where there is nothing to ask. */
  permission(): NotificationPermission
  /** The same, looked up anew. */
  lookUpPermission(): Promise<NotificationPermission>
  /** Asks its reader, after a tap alone. */
  requestPermission(): Promise<NotificationPermission>
  /** Calls back when the reader allows or refuses, here or in the settings of their device. Returns the way to stop. */
  onPermission(changed: () => void): () => void
  /**
   * What its push service knows it by, as the server is to be told. Asks for nothing: it has to be allowed before.
   * `publicKey` is the installation's.
   */
  subscribe(publicKey: string): Promise<string>
  unsubscribe(): Promise<void>
  /** What the system still shows of what was pushed goes. */
  closeShown(): Promise<void>
  /** Where it runs, as the server is told. */
  os(): PushOs
}

export const thisDevice: ThisDevice = import.meta.env.VITE_SERVER ? thisPhone : thisBrowser
