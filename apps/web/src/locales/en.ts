import type { Messages } from '@lingui/core'

/** What every screen needs. */
export { default as frame } from './en/frame.json'

/** What comes with the screens of a feature. Only the reader's language names its files. */
export const features = import.meta.glob<Messages>(['./en/*.json', './en/terms.ts', '!./en/frame.json'], {
  import: 'default',
})
