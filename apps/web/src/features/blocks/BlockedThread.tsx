import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { type BlockablePerson, useBlockActs } from './blocks.mutations.ts'
import { blockedQuery } from './blocks.queries.ts'

export interface BlockedThreadProps {
  /** Pseudo or id of the other person in the conversation. */
  who: string
  /** The person, where known; otherwise they are looked up in the list of blocked people. */
  known?: BlockablePerson | undefined
  /** Shown when the viewer has not blocked this person. */
  otherwise: ReactNode
  onChanged: (id: string, blocked: boolean) => void
}

/** Replaces a conversation with somebody the viewer has blocked; offers to unblock them. */
export const BlockedThread = ({ who, known, otherwise, onChanged }: BlockedThreadProps) => {
  const { t } = useText()
  const { data } = useQuery({ ...blockedQuery(), enabled: known === undefined })
  const { unblock, busy } = useBlockActs(onChanged)
  const person = known ?? data?.find(({ _id, pseudo }) => _id === who || pseudo === who)
  const place = useRef<HTMLDivElement>(null)
  const isBlocked = person !== undefined
  // The button that was used to block is no longer on the page, so nothing has the focus.
  useEffect(() => {
    const heading = place.current?.querySelector('h2')
    if (!isBlocked || !heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isBlocked])
  if (!person) return otherwise
  return (
    <div ref={place}>
      <Empty
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
