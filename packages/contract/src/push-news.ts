import type { Language } from './language.ts'

/**
 * Where a browser registers for pushes: said here, as the worker that shows them knows nothing else of the contract.
 */
export const PUSH_TOKEN_PATH = '/api/push-token'

/** What is pushed: who, and that there is something, in the words of its reader. What it is stays with the server. */
export interface PushNews {
  title: string
  body: string
  lang: Language
  /** What it is about: a later one about the same takes its place. */
  tag: string
  /** It makes itself heard, though another one about the same is there already. */
  again?: boolean
  /** The screen that a tap opens. */
  path: string
  /**
   * From when till when its reader is not to be disturbed next, in milliseconds since 1970: what is shown then makes no
   * sound.
   */
  quiet?: readonly [from: number, until: number]
}

/** What the worker asks an open page: to show this screen. It answers through the port that comes along. */
export interface OpenScreen {
  open: string
}
