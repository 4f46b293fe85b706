import type { Language } from './language.ts'

/** Defined here because the service worker imports nothing else of the contract. */
export const PUSH_TOKEN_PATH = '/api/push-token'

/** In the recipient's language: who, and that something has happened. The content stays on the server. */
export interface PushPayload {
  title: string
  body: string
  lang: Language
  /** The subject: a later push with the same tag replaces it. */
  tag: string
  /** Alerts again, although another push with the same tag is still shown. */
  again?: boolean
  path: string
  /** The next quiet hours, in milliseconds since 1970: a notification shown within them is silent. */
  quiet?: readonly [from: number, until: number]
}

/** Sent by the service worker to an open page, which shows this screen and answers through the message's port. */
export interface OpenScreen {
  open: string
}
