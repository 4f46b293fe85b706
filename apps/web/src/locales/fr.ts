import type { Messages } from '@lingui/core'

/** What every screen needs. */
export { default as frame } from './fr/frame.json'

/** What comes with the screens of a feature. Only the reader's language names its files. */
export const features = import.meta.glob<Messages>(['./fr/*.json', './fr/terms.ts', '!./fr/frame.json'], {
  import: 'default',
})
