import type { PushOs, PushState } from '@parvis/contract/push.ts'

/** What shows pushes on this device: a browser, or a phone with the app. */
export interface PushDevice {
  support(): PushSupport
  /** Whether the server pushes to devices of this kind. */
  isServed(state: PushState): boolean
  /** The last known permission; `denied` where no permission can be requested. */
  permission(): NotificationPermission
  /** Reads the permission again and returns it. */
  refreshPermission(): Promise<NotificationPermission>
  /** Shows the permission prompt; only allowed after a tap. */
  requestPermission(): Promise<NotificationPermission>
  /** Also reports changes made in the settings of the device. Returns a function that stops the calls. */
  onPermission(onChange: () => void): () => void
  /** Returns the subscription or token for the server; needs the permission. `publicKey`: our key for web pushes. */
  subscribe(publicKey: string): Promise<string>
  unsubscribe(): Promise<void>
  /** Closes the notifications that the system still displays. */
  closeNotifications(): Promise<void>
  /** The platform of this device, as sent to the server. */
  os(): PushOs
}
/** Whether pushes can be shown here; `install`: only once the app is installed, in Apple's browsers. */
export type PushSupport = 'ready' | 'install' | 'none'
