import type { Messages } from '@lingui/core'

const files = import.meta.glob<Messages>('./fr/frame/*.json', { eager: true, import: 'default' })

/** What every screen of a community needs, in one file: on a slow network each costs a round trip. */
export const frame: Messages = Object.assign({}, ...Object.values(files))

/** What comes with the screens of a feature. Only the reader's language names its files. */
export const features = import.meta.glob<Messages>(['./fr/*.json', './fr/terms.ts'], { import: 'default' })
