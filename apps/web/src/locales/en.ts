import common from './en/common.json'
import community from './en/community.json'
import errors from './en/errors.json'
import session from './en/session.json'

/** What every screen of a community needs, in one file: on a slow network each costs a round trip. */
export default { ...common, ...community, ...errors, ...session }
