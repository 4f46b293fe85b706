import type { SessionUser } from '@parvis/contract/session.ts'
import { useState } from 'react'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { LeaveConfirm } from './components/SignedInElsewhere.tsx'

/**
 * State and functions shared by the forms with which users enter a community (log-in, registration, link).
 * `confirmDialog`, shown above the log-in dialog, asks users of another community to confirm the switch.
 */
export const useEntryPoint = (community: { _id: string; name: string }, session: SessionUser | null) => {
  const formErrors = useFormErrors(['email', 'password', 'registerkey'])
  /** The log-in or registration that runs once the user confirms to leave the other community. */
  const [pendingEntry, setPendingEntry] = useState<{ go: () => void } | null>(null)
  /** The community that was confirmed, so that the next attempt does not ask again. */
  const [confirmedId, setConfirmedId] = useState<string | null>(null)
  const otherSession = session && session.communityId !== community._id ? session : null
  const leave = () => {
    setPendingEntry(null)
    setConfirmedId(community._id)
    pendingEntry?.go()
  }
  return {
    ...formErrors,
    otherSession,
    /** Runs a log-in or registration; users who are signed in to another community have to confirm first. */
    enter: (go: () => void) => {
      formErrors.clearErrors()
      if (otherSession && confirmedId !== community._id) setPendingEntry({ go })
      else go()
    },
    confirmDialog: pendingEntry && otherSession && (
      <LeaveConfirm session={otherSession} to={community.name} onCancel={() => setPendingEntry(null)} onLeave={leave} />
    ),
  }
}

export type EntryPoint = ReturnType<typeof useEntryPoint>
