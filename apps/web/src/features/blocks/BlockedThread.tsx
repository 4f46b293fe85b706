import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type BlockablePerson, useBlockActions } from './blocks.mutations.ts'
import { blockedPeopleQuery } from './blocks.queries.ts'

export interface BlockedThreadProps {
  /** Pseudo or id of the other person in the conversation. */
  pseudoOrId: string
  /** The blocked person, where known; otherwise looked up by `pseudoOrId` among the people the viewer has blocked. */
  knownPerson?: BlockablePerson | undefined
  /** Shown when the viewer has not blocked this person. */
  fallback: ReactNode
  onBlockChanged: (id: string, isBlocked: boolean) => void
}

/** Shown in place of a conversation with a person whom the viewer has blocked; offers to unblock this person. */
export const BlockedThread = ({ pseudoOrId, knownPerson, fallback, onBlockChanged }: BlockedThreadProps) => {
  const { t } = useText()
  const { data } = useQuery({ ...blockedPeopleQuery(), enabled: knownPerson === undefined })
  const { unblock, busy } = useBlockActions(onBlockChanged)
  const person = knownPerson ?? data?.find(({ _id, pseudo }) => _id === pseudoOrId || pseudo === pseudoOrId)
  const container = useRef<HTMLDivElement>(null)
  const isBlocked = person !== undefined
  // After blocking, the button that was tapped is no longer on the page, so that nothing has the focus.
  useEffect(() => {
    const heading = container.current?.querySelector('h2')
    if (!isBlocked || !heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isBlocked])
  if (!person) return fallback
  return (
    <div ref={container}>
      <EmptyState
        picture="door"
        title={t('blocks.thread.title', { name: displayName(person) })}
        text={t('blocks.thread.text')}
        action={
          <Button kind="primary" disabled={busy} onClick={() => unblock(person)}>
            {t('blocks.unblock')}
          </Button>
        }
      />
    </div>
  )
}
