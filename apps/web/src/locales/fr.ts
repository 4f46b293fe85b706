import type { Messages } from '@lingui/core'

const files = import.meta.glob<Messages>('./fr/frame/*.json', { eager: true, import: 'default' })

/** What every screen of a community needs, in one file: on a slow network each costs a round trip. */
export default Object.assign({}, ...Object.values(files)) as Messages
