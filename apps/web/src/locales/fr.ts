import common from './fr/common.json'
import community from './fr/community.json'
import errors from './fr/errors.json'
import session from './fr/session.json'

/** What every screen of a community needs, in one file: on a slow network each costs a round trip. */
export default { ...common, ...community, ...errors, ...session }
