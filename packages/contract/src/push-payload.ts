import type { Language } from './language.ts'

/**
 * Registration endpoint for pushes. It is defined here because the service worker imports nothing else of the contract.
 */
export const PUSH_TOKEN_PATH = '/api/push-token'

/**
 * The payload of a push: who, and that something has happened, in the recipient's language. The content stays on the
 * server.
 */
export interface PushPayload {
  title: string
  body: string
  lang: Language
  /** The subject: a later push with the same tag replaces it. */
  tag: string
  /** Alerts again, although another push with the same tag is still shown. */
  again?: boolean
  /** The screen that a tap opens. */
  path: string
  /** The next quiet hours, in milliseconds since 1970: a notification shown within them is silent. */
  quiet?: readonly [from: number, until: number]
}

/**
 * Sent by the service worker to an open page, which shows this screen and answers through the port that comes with the
 * message.
 */
export interface OpenScreen {
  open: string
}
