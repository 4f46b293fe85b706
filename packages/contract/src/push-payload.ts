import type { Language } from './language.ts'

/** Defined in this file because the service worker imports no other file of the contract. */
export const PUSH_TOKEN_PATH = '/api/push-token'

/** A push message in the recipient’s language: who did something and what happened, never the content itself. */
export interface PushPayload {
  title: string
  body: string
  lang: Language
  /** Identifies the subject: a later push with the same tag replaces this one. */
  tag: string
  /** Whether to alert the recipient again if a push with the same tag is still shown. */
  again?: boolean
  path: string
  /** The next quiet hours, in milliseconds since 1970: a notification shown within them is silent. */
  quiet?: readonly [from: number, until: number]
}

/** Sent by the service worker to an open page, which opens this screen and confirms through the message's port. */
export interface OpenScreen {
  open: string
}
