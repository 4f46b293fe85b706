import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { LastSeen } from './Trouble.tsx'

/**
 * Over a group of settings that could not be fetched anew. Without a network the screen says so, once for all of its
 * groups.
 */
export const GroupSeen = ({ query }: Parameters<typeof LastSeen>[0]) =>
  stateOf(query) === 'stale' && !isOffline(query) && <LastSeen query={query} />
