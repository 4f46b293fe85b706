import type { SessionUser } from '@parvis/contract/session.ts'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { LeaveQuestion } from './components/Elsewhere.tsx'
import { type EntryField, type Trouble } from './login-errors.ts'

/** What the forms of an entry point of a community (log-in, registration, link) share. */
export interface Door {
  attempt: number
  trouble: Trouble | null
  errorOf: (field: EntryField) => string | null
  stumble: (trouble: Trouble) => void
  clear: () => void
  /** Runs the entry; users who are signed in to another community have to confirm first. */
  enter: (go: () => void) => void
}

/** `question` is the confirmation, rendered above the dialog. */
export const useDoor = (
  community: { _id: string; name: string },
  session: SessionUser | null,
): Door & { elsewhere: SessionUser | null; question: ReactNode } => {
  const { explain } = useText()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** Runs once the user has confirmed to leave the other community. */
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  /** The community for which that was confirmed, so that the next attempt does not ask again. */
  const [leavesFor, setLeavesFor] = useState<string | null>(null)
  const elsewhere = session && session.communityId !== community._id ? session : null
  const leave = () => {
    setAsked(null)
    setLeavesFor(community._id)
    asked?.go()
  }
  return {
    attempt,
    trouble,
    elsewhere,
    errorOf: field => (trouble?.place === 'field' && trouble.field === field ? explain(trouble.error) : null),
    stumble: found => {
      setTrouble(found)
      setAttempt(attempt + 1)
    },
    clear: () => setTrouble(null),
    enter: go => {
      setTrouble(null)
      if (elsewhere && leavesFor !== community._id) setAsked({ go })
      else go()
    },
    question: asked && elsewhere && (
      <LeaveQuestion session={elsewhere} to={community.name} onCancel={() => setAsked(null)} onLeave={leave} />
    ),
  }
}
