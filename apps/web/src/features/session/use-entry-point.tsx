import type { SessionUser } from '@parvis/contract/session.ts'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { LeaveConfirm } from './components/SignedInElsewhere.tsx'
import { type EntryField, type EntryError } from './login-errors.ts'

/** State and functions shared by the forms with which users enter a community (log-in, registration, link). */
export interface EntryPoint {
  submitCount: number
  entryError: EntryError | null
  errorOf: (field: EntryField) => string | null
  showError: (entryError: EntryError) => void
  clearError: () => void
  /** Runs a log-in or registration; users who are signed in to another community have to confirm first. */
  enter: (go: () => void) => void
}

/** `confirmDialog`, shown above the log-in dialog, asks users of another community to confirm the switch. */
export const useEntryPoint = (
  community: { _id: string; name: string },
  session: SessionUser | null,
): EntryPoint & { otherSession: SessionUser | null; confirmDialog: ReactNode } => {
  const { explain } = useText()
  const [entryError, setEntryError] = useState<EntryError | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
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
    submitCount,
    entryError,
    otherSession,
    errorOf: field => (entryError?.place === 'field' && entryError.field === field ? explain(entryError.error) : null),
    showError: newError => {
      setEntryError(newError)
      setSubmitCount(submitCount + 1)
    },
    clearError: () => setEntryError(null),
    enter: go => {
      setEntryError(null)
      if (otherSession && confirmedId !== community._id) setPendingEntry({ go })
      else go()
    },
    confirmDialog: pendingEntry && otherSession && (
      <LeaveConfirm session={otherSession} to={community.name} onCancel={() => setPendingEntry(null)} onLeave={leave} />
    ),
  }
}
