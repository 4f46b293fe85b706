import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { type BlockablePerson, useBlockActs } from './blocks.mutations.ts'
import { blockedQuery } from './blocks.queries.ts'

export interface BlockedThreadProps {
  /** Whose conversation it was: a pseudo or an id. */
  who: string
  /** Who it is, where that is known: they are looked for in the list of who is blocked otherwise. */
  known?: BlockablePerson | undefined
  /** Shown where it is not this reader who has blocked. */
  otherwise: ReactNode
  onChanged: (id: string, blocked: boolean) => void
}

/** In place of a conversation with somebody whom the reader has blocked: the way to take it back. */
export const BlockedThread = ({ who, known, otherwise, onChanged }: BlockedThreadProps) => {
  const { t } = useText()
  const { data } = useQuery({ ...blockedQuery(), enabled: known === undefined })
  const { unblock, busy } = useBlockActs(onChanged)
  const person = known ?? data?.find(({ _id, pseudo }) => _id === who || pseudo === who)
  const place = useRef<HTMLDivElement>(null)
  const isBlocked = person !== undefined
  // what was tapped to block them has gone with them
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
